"""A Discord bot that answers a message with its rule citations as links: `pip install discord.py`, then

DISCORD_TOKEN=… python examples/discord_bot.py build https://rules.example
"""

import os
import sys

import discord

from kb.cite import Rules, link

MOST = 2000
"""Characters that Discord takes in a message; a link that does not fit whole is left out."""


class RuleBot(discord.Client):
    """Answers whoever cites a rule."""

    def __init__(self, rules: Rules) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__(intents=intents)
        self.rules = rules

    async def on_message(self, message: discord.Message) -> None:
        """Answer a message of a person that cites a rule, once for each rule."""
        if message.author.bot:
            return
        made = link(self.rules, message.content, source="discord", to="discord")
        entries = dict.fromkeys(self.rules.entry(id) for _, id in made.links)
        answer = ""
        for one in filter(None, entries):
            line = f"[{one.number or one.title}](<{self.rules.url(one)}>)\n"
            if len(answer) + len(line) <= MOST:
                answer += line
        if answer:
            await message.reply(answer.rstrip(), mention_author=False)


if __name__ == "__main__":
    with Rules(sys.argv[1], base_url=sys.argv[2]) as opened:
        RuleBot(opened).run(os.environ["DISCORD_TOKEN"])

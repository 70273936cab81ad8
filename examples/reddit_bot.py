"""A Reddit bot that answers comments which quote a rule wrongly: `pip install praw`, a praw.ini, then

python examples/reddit_bot.py build https://rules.example mysubreddit
"""

import sys

import praw

from kb.cite import RIGHT, Rules, cite, verify


def correction(rules: Rules, text: str) -> str:
    """What a comment quotes wrongly, with the right words; empty where nothing is wrong."""
    wrong = [one for one in verify(rules, text, source="reddit") if one.verdict not in RIGHT and one.entry]
    told = [
        f"{one.cited or one.text}: {one.verdict}\n\n{cite(rules, one.entry, to='reddit', quote=True)}"
        for one in wrong
    ]
    return "\n\n".join(told)


def watch(rules: Rules, comments: "praw.models.util.stream_generator", me: str) -> None:
    """Answer each new comment of somebody else that is wrong."""
    for comment in comments:
        if comment.author and comment.author.name != me and (answer := correction(rules, comment.body)):
            comment.reply(answer[:10_000])


if __name__ == "__main__":
    reddit = praw.Reddit("rules")
    with Rules(sys.argv[1], base_url=sys.argv[2]) as opened:
        stream = reddit.subreddit(sys.argv[3]).stream.comments(skip_existing=True)
        watch(opened, stream, reddit.user.me().name)

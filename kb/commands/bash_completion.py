"""How does bash complete a REF after its colon? To bash a colon ends a word, so the line is read instead of its words.

click's own script hands over the words, and offers what would stand behind the colon with the game before it again.
Imported where a shell asks; zsh and fish take a colon as any other character, and click's scripts serve them.
"""

from __future__ import annotations

import os

from click.shell_completion import BashComplete, add_completion_class, split_arg_string

_SCRIPT = """\
%(complete_func)s() {
    local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT} response completion type value word known=
    word=${line##*[[:space:]]}
    if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
        known=${word%%"${word##*:}"}
    fi
    response=$(env COMP_LINE="$line" COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \\
        %(complete_var)s=bash_complete $1)
    for completion in $response; do
        IFS=',' read type value <<< "$completion"
        if [[ $type == 'dir' ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("${value#"$known"}")
        fi
    done
    return 0
}

%(complete_func)s_setup() {
    complete -o nosort -F %(complete_func)s %(prog_name)s
}

%(complete_func)s_setup;
"""


@add_completion_class
class WholeLine(BashComplete):
    """Completion of what stands on the line up to the cursor."""

    source_template = _SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one at the cursor, and that one as far as it is typed."""
        line = os.environ.get("COMP_LINE")
        if line is None:
            return super().get_completion_args()
        words = split_arg_string(line)
        return (words[1:], "") if line[-1:].isspace() else (words[1:-1], words[-1])

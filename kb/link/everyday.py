"""Which words mean in a rule text mostly what they mean everywhere?

A game that writes its terms in small letters cannot tell "a case" from "a Case" or "two options" from an
Option. Terms of a single word in this list are therefore linked only where a capital, a longer name or
`links.toml` says that the term is meant. The list is of common English words, whatever the game.
"""

from __future__ import annotations

from functools import cache

from kb.analyse import stems
from kb.link.inflect import irregular, plurals, verb_forms

_WORDS = """
able about above absolute accept access account across act action active actual add additional after again
against age ago agree ahead all allow almost alone along already also although always among amount and
another answer any anyone anything apart apply area arm around arrange arrive ask assign assume at attempt
available avoid away back background bad balance bar base basic basis be become before begin behind being
believe below beside best better between beyond big bit board body both bottom box break bring broad build
burn business but buy by call can card care carry case catch cause center central certain chance change
character charge check child choice choose circle claim class clean clear close code cold collect collection
color colour combine come common compare complete concern condition consider contain contents continue
control convert cool copy corner correct cost could count couple course cover create cross current cut
damage dark dash date day deal decide deep default define degree deliver depend describe design detail
determine develop die differ difference different difficult difficulty direct direction discover display
distance distribute divide do document door double down draw dress drive drop dry during each early earn
east easy edge effect effort eight either element else empty enable end enemy energy enjoy enough enter
entire entry equal even event ever every exact example except exchange exist expand expect experience
explain explore express extend extra eye face fact fail fair fall false family far fast fear feature feel
few field fight figure fill final find fine finish fire first fit five fix flat floor flow fly follow foot
for force form format forward four frame free fresh friend from front full function further future gain game
general get gift give go goal good great green ground group grow guess guide half hand handle happen hard
have head hear heart heat heavy height help here hide high hit hold hole home hope hour house how however
huge human if ignore illustration image imagine immediate important impossible improve in include increase
independent indicate individual inform information initial inside instance instead intend interest into
introduce involve issue item join judge jump just keep key kill kind know lack land large last late later
law lay lead learn least leave left length less let letter level lie life lift light like limit limited line
link list listen little live local location lock locked long look loop lose lost lot love low main make man
manage manner many mark match matter may mean meaning measure meet member memory mention mere message method
middle might mind minor minute miss mistake mix mode modified modify moment month more most move much
multiple must name narrow natural nature near necessary need negative neither never new next night no none
normal north not note nothing notice now number object observe obtain obvious occasion occur odd of off
offer office official often old on once one only open operate opponent opposite option or order ordinary
original other out outside over own owner pair paper part partial particular party pass past pattern pay
people percent perform perhaps period permanent permit person phase phrase pick picture piece pile place
placed plain plan plane play player please plot point poor position positive possible power practice prefer
prepare present press pretty prevent previous price print private problem procedure proceed process produce
product program progress proper property protect prove provide public pull purpose push put quality quantity
question quick quiet quite race raise range rate rather reach read ready real reason receive recent record
reduce refer reflect refuse regard region regular relate relation release remain remember remove repeat
replace reply report represent request require reset resolve resource respect respond rest restart result
return reveal reverse rich ride right ring rise risk river road roll room round rule run safe same save say
scale scenario scene score search season seat second section see seem select sell send sense separate series
serious serve set setting settle seven several shadow shape share sharp sheet shift short should show side
sign signal similar simple since single sit situation six size skill skip sleep slow small so social soft
solve solved some someone something soon sort sound source space speak special specific speed spell spend
split spread stage stand standard start state station status stay step stick still stock stone stop store
story straight strange street strength strike strong structure study style subject succeed success such
sudden suggest suit support suppose sure surface surprise switch symbol system table take talk target task
teach team tell ten term test text than that the theme then there thing think third this three through throw
time title to today together token tool top total touch toward track trade train travel treat tree trouble
true trust try turn twice two type unable under understand unique unit unless unlock unlocked until up use
usual value various version very view visit voice wait walk wall want warm wash watch water way weak wear
week weight well west what wheel when where whether which while white whole wide will win wind wish with
within without woman wonder word work world worth would write wrong yard year yellow yes yet you young your
zero
"""


_PLAIN = frozenset(_WORDS.split())


def common_words() -> frozenset[str]:
    """The whole list, for those who need it elsewhere than here."""
    return _PLAIN


def is_common(word: str) -> bool:
    """Whether a word is in the list as it stands: "fly" is, "flying" is not."""
    return word in _PLAIN


@cache
def _forms() -> frozenset[str]:
    return frozenset(
        form for word in _PLAIN for form in (word, *plurals(word), *verb_forms(word), *irregular(word))
    )


def is_everyday(word: str) -> bool:
    """Whether a word, in whatever form, is one of the common words of English."""
    return word in _forms()


@cache
def everyday_stems() -> frozenset[str]:
    """The stems of those words, for comparing texts by their stems."""
    return frozenset(stems(" ".join(sorted(_PLAIN))))

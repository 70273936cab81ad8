"""What the parts of a text are called where a number follows: `Article 12`, `Step 3`."""

WORDS = (
    "rule|law|article|section|chapter|part|regulation|paragraph|clause|appendix|annex|guidelines?|book|art\\.?|sec\\.?"
    "|regel|gesetz|artikel|abschnitt|kapitel|teil|ziffer|anhang"
    "|règle|regle|loi|titre|chapitre|partie|annexe"
    "|regla|ley|título|titulo|artículo|articulo|capítulo|capitulo|sección|seccion|parte"
    "|regola|legge|titolo|articolo|capitolo|sezione"
    "|regra|lei|artigo|seção|secção|hoofdstuk|deel"
)
"""What a printed number may be called in the languages that games are printed in."""

STEPS = "step|schritt|étape|paso|passo"
"""What the number of a step may be called."""
OUTERMOST = frozenset(
    {"appendix", "annex", "anhang", "annexe", "part", "book", "teil", "partie", "parte", "編", "部"}
)
"""What no other division holds."""

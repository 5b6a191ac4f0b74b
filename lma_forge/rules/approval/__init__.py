"""Whether what a tool does to the world lies behind an operator's decision.

    verdicts = module.kept(judged)         (lma_forge.rules.approval.verdicts)
    verdicts.deeds                         acts that are shown to run unasked, or that cannot be shown
    verdicts.skips, verdicts.weak …        gates that let through what they should stop

A *deed* is a call that deletes, starts a process, runs code, uses the network, controls the host or
overwrites a file (`deeds`). A *gate* is a call of the confirm handler whose decision is compared
with the words that allow, and whose other outcomes leave. The functions that have to do with gates
are run over abstract values, state by state (`machine`, `values`); all others only pass on what is
known where they are called (`graph`). What a state knows of the operator's decision is its `Status`.

Source: LCP doctrine, section 5 (confirmation) and 10.7.
"""

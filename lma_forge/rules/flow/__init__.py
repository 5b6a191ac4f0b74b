"""What values can reach: an abstract run of a module's tools that follows parameters, file content and secrets.

The analysis runs each function that a tool needs once over sets of origins instead of values, and
sums it up: what its parameters reach, what it returns, and what holds of its parameters once it
has returned. Callers use the summary; nothing here knows a rule or makes a finding.

    flow = module.kept(flow_of)             lma_forge.rules.flow.summaries
    flow.tools                              each tool with its summary
    summary.uses                            what its parameters reach: Use values
    summary.returned                        what each of its `return` statements gives
    summary.remarks                         guards whose outcome is lost

Its floors: `values` (origins and what is known of them), `code` (the functions of a module),
`states` (variables and facts at one point), `cleaners` and `tables` (what known calls make of a
value), `containment` and `prefixes` (what guards tell), `conditions` (what a test tells),
`expressions`, `invocations`, `transfers`, `methods` and `effects` (what expressions give and do),
`statements` and `exits` (the run), `summaries` (functions of functions), `verdicts` and `results`
(what rules ask), `related` (a way as places of a finding), and `wrapping` (the edits of a fix).

It works on the syntax tree behind the host's view (`module.parsed`), whose positions are free, so
that a file is not parsed with libcst for its sake.
"""

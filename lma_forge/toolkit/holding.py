"""Which rules of the bundled spec the toolkit holds, for tools whose body is the project's own.

A rule counts as held only where a call that would break it is stopped, or gives something else, and
the test named here has seen that. What is not held says why: what is done towards it, and what is left
to people or to the model.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """What becomes of a rule.

    Args:
        tool: The tool's name in the spec.
        rule: The rule, as the bundled spec words it.
        how: How it is held, or why it is not.
        test: The test that has seen it held, as `file::function`; "" for a rule that is not held.
    """

    tool: str
    rule: str
    how: str
    test: str = ""


_OUTCOMES = "tests/toolkit/test_outcomes.py::test_outcome"
_TEXTS = "tests/toolkit/test_text_outcomes.py::test_outcome"
_FILES = "tests/toolkit/test_files.py"
_LIVE = "tests/toolkit/test_live.py"
_JUDGED = "tests/toolkit/test_judgement.py"
_BRIEF = "tests/toolkit/test_briefing.py"
_STEPS = f"{_BRIEF}::test_each_finding_says_where_what_and_how_to_mend_it"
_SANDBOX = "tests/toolkit/test_sandbox.py"

CLAIMS: tuple[Claim, ...] = (
    Claim(
        "TaskRouter",
        "Routes never lead back to themselves.",
        "TaskRouter is no candidate, whoever chooses",
        f"{_JUDGED}::test_a_route_is_a_tool_of_the_document_or_none",
    ),
    Claim(
        "TaskRouter",
        "With no fitting tool, the answer is given directly.",
        "without a tool that fits, it fails with the sentence that says so",
        _TEXTS,
    ),
    Claim(
        "MemoryReader",
        "Memory is never invented.",
        "only what stands in the database is returned; else the call fails",
        _OUTCOMES,
    ),
    Claim("MemoryReader", "Missing memory is reported as missing.", "a missing key fails in these words", _OUTCOMES),
    Claim(
        "MemoryReader",
        "Private system memory stays private unless the user-facing rules open it.",
        "entries of private categories are as good as missing, unless the host opens them",
        _OUTCOMES,
    ),
    Claim(
        "MemoryWriter",
        "What is stored is concise and lasting.",
        "long values are refused; whether a value will last, nobody but the author can tell",
    ),
    Claim(
        "MemoryWriter",
        "Entries are sorted by project or category.",
        "each entry has the category that its key begins with",
        "tests/toolkit/test_store.py::test_a_topic_lists_its_entries_by_key",
    ),
    Claim(
        "MemoryWriter",
        "Clutter is not saved.",
        "empty values and what is stored already are not; what else is clutter is a matter of judgement",
    ),
    Claim(
        "LiveDataFetcher",
        "Live data is never guessed.",
        "only what an approved source has answered is returned; else the call fails",
        f"{_LIVE}::test_what_is_not_there_is_not_guessed",
    ),
    Claim(
        "LiveDataFetcher",
        "Verified sources always come first.",
        "official sources are asked before others",
        f"{_LIVE}::test_the_next_source_is_asked_where_one_fails_and_official_ones_come_first",
    ),
    Claim(
        "LiveDataFetcher",
        "Data that cannot be verified is called unverified.",
        "what did not come over an encrypted connection is called so",
        f"{_LIVE}::test_the_tools_label_what_they_return",
    ),
    Claim(
        "LiveDataFetcher",
        "Current data carries a clear label.",
        "source and time of retrieval are in each answer",
        f"{_LIVE}::test_the_tools_label_what_they_return",
    ),
    Claim(
        "SearchFallback",
        "Results of the fallback are labelled as such.",
        "each answer is labelled",
        f"{_LIVE}::test_the_tools_label_what_they_return",
    ),
    Claim(
        "SearchFallback",
        "Uncertainty is stated.",
        "confidence follows a stated rule",
        f"{_LIVE}::test_a_fallback_says_how_sure_it_is",
    ),
    Claim(
        "SourceVerifier",
        "A claim without support is never marked as verified.",
        "every part must be found, with its numbers and denials; but words can mislead a comparison of words",
    ),
    Claim(
        "SourceVerifier",
        "Uncertainty is flagged where everyone sees it.",
        "the notes of what is verified in part begin with the word",
        _TEXTS,
    ),
    Claim(
        "CodeExecutor",
        "Destructive commands are not executed.",
        "code reaches nothing but a scratch folder that is gone afterwards; where no sandbox holds, nothing is run",
        f"{_SANDBOX}::test_attacks_do_not_get_through",
    ),
    Claim(
        "CodeExecutor",
        "Secrets and credentials are out of reach.",
        "the environment is empty, other files are out of reach, and those that hold secrets are not lent",
        f"{_SANDBOX}::test_the_workspace_is_read_and_its_secrets_are_not",
    ),
    Claim(
        "CodeExecutor",
        "What failed is also explained in plain words.",
        "each failure has such a sentence",
        f"{_SANDBOX}::test_an_error_is_told_exactly_and_then_in_plain_words",
    ),
    Claim(
        "FileReader",
        "Secrets are not shown without need.",
        "files that are there for secrets need a yes, and known forms of secrets are hidden in others",
        f"{_FILES}::test_a_file_that_is_there_for_secrets_needs_a_yes",
    ),
    Claim(
        "FileReader",
        "A long file is summarised before anything in it is changed.",
        "a long file comes with an outline; nothing makes a model read before it writes",
    ),
    Claim(
        "FileWriter",
        "A backup is preferably made before anything is overwritten.",
        "the old file is kept under another name",
        f"{_FILES}::test_what_is_written_is_read",
    ),
    Claim(
        "FileWriter",
        "Indentation and formatting stay as they are.",
        "encoding, line ends and mode are kept; indentation is what the caller writes",
    ),
    Claim(
        "FileWriter",
        "Where possible, the result shows what changed.",
        "the status holds a diff",
        f"{_FILES}::test_what_is_written_is_read",
    ),
    Claim(
        "ValidationEngine",
        "Missing steps are flagged.",
        "marks of steps that are still to be written are found in code; steps of which no mark was left are not",
    ),
    Claim(
        "ValidationEngine",
        "Assumptions that are not clear are pointed out.",
        "the words of assumptions are found",
        _STEPS,
    ),
    Claim(
        "ValidationEngine",
        "Claims that cannot be verified are not approved.",
        "numbers, dates and absolute statements without a source give a warning",
        _STEPS,
    ),
    Claim(
        "ValidationEngine", "Feedback is specific and can be acted on.", "each issue has its place and advice", _STEPS
    ),
    Claim(
        "BriefingGenerator",
        "Verified live data and context from memory are kept apart.",
        "each stands under its own label",
        f"{_BRIEF}::test_live_data_memory_and_given_text_stand_apart_each_under_its_label_and_in_this_order",
    ),
    Claim(
        "BriefingGenerator",
        "Sections are in good order.",
        "live data, memory, what was given, what is missing",
        f"{_BRIEF}::test_live_data_memory_and_given_text_stand_apart_each_under_its_label_and_in_this_order",
    ),
    Claim(
        "BriefingGenerator",
        "Needless detail is left out.",
        "the length is bounded, and each source has its share",
        f"{_BRIEF}::test_a_briefing_keeps_within_its_bounds_and_leaves_no_source_out",
    ),
    Claim(
        "BriefingGenerator",
        "Data that is missing is marked as missing.",
        "a source that gave nothing is named in its section",
        _TEXTS,
    ),
    Claim(
        "PromptRefiner",
        "The original intent survives.",
        "every word, number and quotation is looked for in the result; else the prompt is given back as it was",
        f"{_JUDGED}::test_refining_keeps_each_word_number_and_quotation",
    ),
    Claim("PromptRefiner", "A simple prompt is not made complicated.", "a short one is only tidied", _TEXTS),
    Claim(
        "PromptRefiner",
        "With the Gate Phrase, its protocol is followed to the letter.",
        "a prompt with a phrase that the host names is left to its protocol, exactly as it was written",
        _TEXTS,
    ),
    Claim(
        "GovernanceChecker",
        "Writes, deletions and assumptions that nobody authorised are prevented.",
        "an act without leave is never approved",
        f"{_JUDGED}::test_whatever_is_said_an_act_without_leave_is_never_approved",
    ),
    Claim(
        "ErrorHandler",
        "The user is never blamed.",
        "explanations come from a catalogue that blames nobody",
        f"{_JUDGED}::test_the_catalogue_of_errors_names_each_kind_once_and_blames_nobody",
    ),
    Claim(
        "ErrorHandler",
        "Of the possible next steps, the safest is offered.",
        "no step of the catalogue forces, deletes or gets round anything",
        f"{_JUDGED}::test_the_catalogue_of_errors_names_each_kind_once_and_blames_nobody",
    ),
    Claim("AuditLogger", "Entries are concise.", "details are cut at 2,000 characters", _OUTCOMES),
    Claim(
        "AuditLogger",
        "Sensitive information is stored only where necessary.",
        "known forms of secrets are hidden before anything is stored",
        "tests/toolkit/test_audit.py::test_secrets_do_not_reach_the_database",
    ),
    Claim(
        "AuditLogger",
        "Actions are logged; private reasoning is not.",
        "reasoning that is marked as such is left out; other is not recognised",
    ),
    Claim(
        "AuditLogger",
        "All timestamps have one form.",
        "UTC with milliseconds; what is no time is refused",
        "tests/toolkit/test_audit.py::test_a_time_has_one_form",
    ),
)
"""Rules that are not here are advisory for reasons that `enforcement` gives by itself."""


def claim(tool: str, rule: str) -> Claim | None:
    """Find what becomes of a rule in the hands of the project's own body of a tool.

    Args:
        tool: The tool's name in the spec.
        rule: The rule; one that a project words otherwise is another rule.
    """
    return next((one for one in CLAIMS if (one.tool, one.rule) == (tool, rule)), None)

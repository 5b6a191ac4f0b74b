"""The handlers that we ship: what they show, and that nothing but a clear yes permits."""

import getpass
import os
import queue
import threading
import warnings

import pytest

from lma_forge.runtime import (
    queue_confirm_handler,
    queue_interaction_handler,
    terminal_confirm_handler,
    terminal_interaction_handler,
)
from lma_forge.runtime.queued import MALFORMED
from lma_forge.runtime.showing import question, resolved
from lma_forge.runtime.terminal import NO_TERMINAL, Terminal


class Scripted(Terminal):
    """A terminal at which these answers are typed; then the input ends."""

    def __init__(self, *answers, here=True, hidden=None):
        self.answers, self.here, self.hidden = list(answers), here, hidden
        self.lines, self.prompts = [], []

    def present(self):
        return self.here

    def say(self, line):
        self.lines.append(line)

    def ask(self, prompt):
        self.prompts.append(prompt)
        return self.answers.pop(0) if self.answers else None

    def secret(self, prompt):
        return self.hidden

    @property
    def text(self):
        return "\n".join(self.lines)


# --- approval at the terminal -------------------------------------------------------------------


@pytest.mark.parametrize("word", ["y", "YES", " yes ", "a", "always"])
def test_a_clear_yes_permits(word):
    assert terminal_confirm_handler(Scripted(word))("x", "tool") == ("allow", "")


@pytest.mark.parametrize("word", ["", "n", "no", "ok", "allow", "yess", "y y", "w", "1"])
def test_any_other_word_refuses_with_the_operators_reason(word):
    assert terminal_confirm_handler(Scripted(word, "not now"))("x", "tool") == ("reject", "not now")


def test_no_answer_and_no_terminal_refuse():
    assert terminal_confirm_handler(Scripted())("x", "tool")[0] == "reject"
    seat = Scripted("y", here=False)
    assert terminal_confirm_handler(seat)("x", "tool") == ("reject", NO_TERMINAL)
    assert seat.answers == ["y"]


def test_a_refusal_without_a_reason_says_that_it_is_one():
    assert terminal_confirm_handler(Scripted("n"))("x", "tool")[1] != ""


def test_always_holds_for_the_same_tool_with_the_same_arguments_only(tmp_path, monkeypatch):
    seat = Scripted("a")
    confirm = terminal_confirm_handler(seat)
    assert confirm("rm x", "tool_rm", ["x"]) == ("allow", "")
    assert confirm("rm x", "tool_rm", ["x"]) == ("allow", "")
    for other in (("rm y", "tool_rm", ["x"]), ("rm x", "tool_mv", ["x"]), ("rm x", "tool_rm", ["y"])):
        assert confirm(*other)[0] == "reject"
    monkeypatch.chdir(tmp_path)
    assert confirm("rm x", "tool_rm", ["x"])[0] == "reject"


def test_always_does_not_hold_once_the_terminal_of_another_handler_said_it():
    terminal_confirm_handler(Scripted("a"))("x", "tool")
    assert terminal_confirm_handler(Scripted())("x", "tool")[0] == "reject"


def test_the_whole_source_can_be_seen_and_what_is_hidden_is_told():
    source = "first\n" + "x" * 5_000 + "\nhidden at the end"
    seat = Scripted("w", "y")
    assert terminal_confirm_handler(seat, limit=100)(source, "tool") == ("allow", "")
    first, second = seat.text.split("tool asks for approval:")[1:]
    assert "hidden at the end" not in first
    assert f"{len(source) - 100:,} more characters" in first
    assert "hidden at the end" in second
    assert "more characters" not in second
    assert ["[w]hole" in prompt for prompt in seat.prompts] == [True, False]


def test_what_is_not_clipped_is_not_announced():
    assert question("short", "tool", None).hidden == 0
    assert "not shown" not in "".join(question("short", "tool", None).lines)


def test_every_argument_is_shown_once_and_long_ones_are_clipped_with_their_length():
    lines, hidden = question('do it\nname="x"', "tool", ['name="x"', "n=2", "c=" + "y" * 1_000], 1_000)
    text = "\n".join(lines)
    assert text.count('name="x"') == 1
    assert "n=2" in text
    assert hidden == 702
    assert "702 more characters" in text


def test_an_argument_in_the_hidden_part_of_the_source_is_shown_all_the_same():
    assert any("secret=1" in line for line in question("x" * 50 + "\nsecret=1", "tool", ["secret=1"], 10).lines)


def test_paths_are_shown_as_they_resolve(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path / "inside")
    found = resolved(['to="link/x.txt"', "../y", 'many=["a/b", "word"]', "url=http://x/y", "n=1", "t=some text/with"])
    root = os.path.realpath(tmp_path)
    assert found == [
        f"to is {root}/real/x.txt (outside the current folder)",
        f"../y is {root}/y (outside the current folder)",
        f"many is {root}/inside/a/b",
    ]
    assert any("real/x.txt" in line for line in question("move", "tool", ["link/x.txt"]).lines)


def test_nothing_that_a_screen_acts_upon_reaches_it():
    lines, _ = question("a\x1b[2Jb\u202ec\r\n\x00", "to\x1bol", ["x=\x07"])
    assert all(line.isprintable() for line in lines)
    assert any(r"a\x1b[2Jb\u202ec" in line for line in lines)


@pytest.mark.parametrize("argv", [None, [], "one", 5, (1, None)])
def test_any_arguments_can_be_shown(argv):
    assert terminal_confirm_handler(Scripted("y"))("x", "tool", argv) == ("allow", "")


# --- questions at the terminal ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "answers", "result"),
    [
        ({"type": "text", "prompt": "Name?"}, ["Ada"], "Ada"),
        ({"type": "text", "default": "Bob"}, [""], "Bob"),
        ({"type": "text", "default": "Bob"}, [], None),
        ({"type": "text"}, [""], None),
        ({"type": "select", "options": ["a", "b"]}, ["2"], "b"),
        ({"type": "select", "options": ["a", "b"]}, ["0"], None),
        ({"type": "select", "options": ["a", "b"]}, ["b"], None),
        ({"type": "select", "options": ["a", "b"], "default": "b"}, [""], "b"),
        ({"type": "select", "options": ["a", "b"], "default": "z"}, [""], None),
        ({"type": "select", "options": None}, ["1"], None),
        ({"type": "secret"}, ["seen"], None),
        ({"type": ["text"]}, ["x"], None),
        ({"type": "other"}, ["x"], None),
        ("text", ["x"], None),
    ],
)
def test_questions(request_, answers, result):
    assert terminal_interaction_handler(Scripted(*answers))(request_) == result


def test_a_secret_is_asked_for_without_echo():
    seat = Scripted(hidden="s3cret")
    assert terminal_interaction_handler(seat)({"type": "secret", "prompt": "Key?"}) == "s3cret"
    assert "s3cret" not in seat.text


def test_a_secret_that_the_terminal_would_show_is_not_asked_for(monkeypatch):
    def shows(prompt, stream):
        warnings.warn("echo", getpass.GetPassWarning, stacklevel=1)
        return "typed in the open"

    monkeypatch.setattr(getpass, "getpass", shows)
    assert Terminal().secret("> ") is None


def test_without_a_terminal_nothing_is_answered():
    assert terminal_interaction_handler(Scripted("x", here=False))({"type": "text", "default": "d"}) is None


# --- queues -------------------------------------------------------------------------------------


def replying(*replies):
    """A queue whose events are answered by another thread, in order; the rest is left unanswered."""
    events, seen = queue.Queue(), []

    def serve():
        for reply in replies:
            event = events.get(timeout=10)
            seen.append(event)
            event["response_queue"].put(reply)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    return events, seen


def test_the_event_is_the_doctrines():
    events, seen = replying(("allow", ""))
    assert queue_confirm_handler(events)("code", "tool_x", ["a"]) == ("allow", "")
    assert seen[0].pop("response_queue").maxsize == 1
    assert seen == [{"type": "approval_request", "source": "code", "script_label": "tool_x", "argv": ["a"]}]


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        (("always", ""), ("allow", "")),
        (["allow", None], ("allow", "")),
        (("reject", "no"), ("reject", "no")),
        (("ALLOW", ""), ("reject", MALFORMED)),
        (("yes", ""), ("reject", MALFORMED)),
        ((True, ""), ("reject", MALFORMED)),
        (("allow",), ("reject", MALFORMED)),
        (("allow", "", ""), ("reject", MALFORMED)),
        ("allow", ("reject", MALFORMED)),
        (None, ("reject", MALFORMED)),
    ],
)
def test_only_exact_replies_permit(reply, answer):
    assert queue_confirm_handler(replying(reply)[0])("x", "tool") == answer


def test_no_reply_in_time_is_the_doctrines_refusal():
    assert queue_confirm_handler(queue.Queue(), timeout=0.01)("x", "t") == ("reject", "Approval request timed out.")


def test_a_queue_that_takes_nothing_refuses():
    class Closed:
        def put(self, event):
            raise RuntimeError("closed")

    assert queue_confirm_handler(Closed())("x", "tool")[0] == "reject"
    assert queue_interaction_handler(Closed())({"type": "text"}) is None


def test_always_by_queue_is_asked_once_for_the_same_request():
    events, seen = replying(("always", ""), ("reject", "no"))
    confirm = queue_confirm_handler(events)
    assert [confirm("x", "t", ["1"])[0] for _ in range(3)] == ["allow"] * 3
    assert confirm("x", "t", ["2"]) == ("reject", "no")
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("request_", "reply", "result"),
    [
        ({"type": "text"}, "Ada", "Ada"),
        ({"type": "text"}, None, None),
        ({"type": "text"}, 5, None),
        ({"type": "select", "options": ["a"]}, "a", "a"),
        ({"type": "select", "options": ["a"]}, "b", None),
    ],
)
def test_questions_by_queue(request_, reply, result):
    events, seen = replying(reply)
    assert queue_interaction_handler(events)(request_) == result
    assert seen[0]["type"] == "interaction_request"
    assert seen[0]["request"] == request_


def test_questions_without_answer_are_cancelled():
    assert queue_interaction_handler(queue.Queue(), timeout=0.01)({"type": "text", "default": "d"}) is None
    assert queue_interaction_handler(queue.Queue())("text") is None

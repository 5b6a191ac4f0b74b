"""A tool that uses the whole host (doctrine 12), with a host that answers by script."""

import pytest

LIBRARY = '''
"""Tells a story in words, picture and sound."""
from pathlib import Path

def tool_story(subject: str, with_music: bool = True, lollms_client_instance=None) -> dict:
    """Tells a story.

    Args:
        subject (str): About what.
        with_music (bool): Whether there is music.
    """
    client = lollms_client_instance
    if client is None:
        return {"success": False, "error": "This tool needs the host's client."}
    missing = [name for name in ("llm", "tti") if getattr(client, name) is None]
    if missing:
        return {"success": False, "error": f"The host lacks {' and '.join(missing)}."}
    Path("picture.png").write_bytes(client.generate_image(prompt=subject))
    client.switch_model("captions")
    caption = client.generate_text(prompt=f"Caption {Path('picture.png').stat().st_size}")
    music = None
    if with_music and client.ttm is not None:
        music = "theme.wav"
        Path(music).write_bytes(client.generate_music(prompt=caption))
    return {"success": True, "output": caption, "image_filename": "picture.png", "music_filename": music,
            "prompt_injection": f"Show picture.png: {caption}", "context_files": ["picture.png", "nothing.png"]}
'''


class Client:
    """Answers by script, and raises for a modality that it lacks, as the real one does."""

    def __init__(self, *lacks):
        self.said = []
        for modality in ("llm", "tti", "ttm"):
            setattr(self, modality, None if modality in lacks else object())

    def __bool__(self):
        raise AssertionError("the client is handed on untouched")

    def _need(self, modality):
        if getattr(self, modality) is None:
            raise RuntimeError(f"{modality} is not configured")

    def generate_image(self, prompt):
        self._need("tti")
        self.said.append(("image", prompt))
        return b"png" * 5

    def generate_text(self, prompt):
        self._need("llm")
        self.said.append(("text", prompt))
        return "By night."

    def generate_music(self, prompt):
        self._need("ttm")
        self.said.append(("music", prompt))
        return b"wav"

    def switch_model(self, alias):
        self.said.append(("switch", alias))


@pytest.fixture
def tell(tools, tmp_path):
    (tmp_path / "ws").mkdir()
    binding = tools.write(studio=LIBRARY).binding(workspace=tmp_path / "ws")

    def tell(client, **params):
        return binding.execute_tool("tool_story", {"subject": "a lighthouse", **params}, lollms_client_instance=client)

    tell.binding = binding
    return tell


def test_it_chains_modalities_and_swaps_models(tell, tmp_path):
    client = Client()
    record = tell(client)
    steps = [("image", "a lighthouse"), ("switch", "captions"), ("text", "Caption 15"), ("music", "By night.")]
    assert client.said == steps
    assert record["success"] is True
    assert record["output"] == "By night."
    assert (record["image_filename"], record["music_filename"]) == ("picture.png", "theme.wav")
    assert record["prompt_injection"] == "Show picture.png: By night."
    assert record["context_files"] == [str((tmp_path / "ws" / "picture.png").resolve())]


@pytest.mark.parametrize(
    ("lacks", "says"), [(("llm",), "lacks llm"), (("tti",), "lacks tti"), (("llm", "tti"), "lacks llm and tti")]
)
def test_a_missing_modality_is_said_before_anything_is_done(tell, lacks, says):
    client = Client(*lacks)
    record = tell(client)
    assert record["success"] is False
    assert says in record["error"]
    assert client.said == []


def test_what_is_optional_is_left_out(tell):
    assert tell(Client("ttm"))["music_filename"] is None
    client = Client()
    assert tell(client, with_music=False)["music_filename"] is None
    assert "music" not in dict(client.said)


def test_without_the_hosts_client_it_says_so_and_the_model_cannot_send_one(tell):
    assert "needs the host's client" in tell(None)["error"]
    assert "needs the host's client" in tell(None, lollms_client_instance="mine")["error"]
    (record,) = tell.binding.discover_tools()
    assert set(record["input_schema"]["properties"]) == {"subject", "with_music"}

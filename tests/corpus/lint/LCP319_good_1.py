# --- file: tools/word_counter/word_counter.py
def tool_count_words(text: str) -> dict:
    """Counts the words of a text."""
    return {"success": True, "output": str(len(text.split()))}

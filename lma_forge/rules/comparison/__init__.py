"""What two versions of a spec have to say about each other: pairs, differences, and their direction."""

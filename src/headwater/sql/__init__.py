"""Text to trees: the only room that calls the parser. Offsets stay those of the text the user gave."""

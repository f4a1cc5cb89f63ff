"""Addition Crypt: add to nodes in secret and score by the digits of what they become."""

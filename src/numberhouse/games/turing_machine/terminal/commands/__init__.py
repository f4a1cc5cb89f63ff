"""Turing Machine's commands: `numberhouse VERB turing-machine …`, a verb a file."""

"""Turing Machine's commands: `numberhouse VERB turing-machine …`, each verb in a file of its own."""

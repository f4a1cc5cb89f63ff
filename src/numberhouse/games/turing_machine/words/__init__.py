"""Words of Turing Machine: actions as text, refusals and phrases, in the readers' languages."""

"""Words of Set Theory: actions as text, refusals and phrases, in the readers' languages."""

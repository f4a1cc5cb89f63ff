"""Words of Addition Crypt: actions as text, refusals and phrases, in the readers' languages."""

"""Words of Sign Cook: actions as text, refusals and phrases, in the readers' languages."""

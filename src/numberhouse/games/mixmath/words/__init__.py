"""Words of Mixmath: actions as text, refusals and phrases, in the readers' languages."""

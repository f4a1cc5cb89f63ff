"""Words of Sign Cook: notation of actions, refusals and phrases, in the readers' languages."""

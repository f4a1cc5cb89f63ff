"""Words of Turing Machine: notation of actions, refusals and phrases, in the readers' languages."""

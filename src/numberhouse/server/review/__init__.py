"""Reviews: a match step by step, evaluations of its actions, and advice on drafts."""

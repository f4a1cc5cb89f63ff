"""The doors: application, middleware, who asks and what they may see, routes. Nothing here decides a rule."""

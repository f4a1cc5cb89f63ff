"""Sign Cook: gather digits and signs, and cook a starter, a main course and a dessert of arithmetic."""

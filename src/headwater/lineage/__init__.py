"""From a plan to edges: local rules, then closure and explanation on demand. Knows the algebra and nothing else."""

"""Words the whole house shares: names, spans, types, levels, diagnostics. Imports nothing of headwater."""

"""The ground floor: error types, media times, pagination. No models, imports nothing of ours."""

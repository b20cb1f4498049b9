/** How long a test waits for an event at most. Vitest's own second is too short for a machine that is busy. */
export const patience = { timeout: 10_000, interval: 20 }

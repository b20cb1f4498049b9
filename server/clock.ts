/** The product's clock: the only source of time for rules, services and stores. */
export interface Clock {
  now(): Date
}

/**
 * The machine's clock, or, with `startsAt` (the setting CLOCK), a clock that stood at that instant when it was made
 * and has run at normal speed since.
 */
export function clockFrom(startsAt?: string): Clock {
  if (startsAt === undefined) return { now: () => new Date() }
  const offsetMs = Date.parse(startsAt) - Date.now()
  return { now: () => new Date(Date.now() + offsetMs) }
}

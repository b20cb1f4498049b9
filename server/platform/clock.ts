/** The product's clock: the only source of time for rules, services and stores. */
export interface Clock {
  now(): Date
}

/** How a clock runs that is faster than the machine's: this many times as fast, since an instant at which both said the same. */
export interface Pace {
  times: number
  since: Date
}

/** Faster than this, a minute has no room for what the product does in it. */
const fastestTimes = 60

/**
 * The machine's clock, or, with `startsAt` (the setting CLOCK), a clock that stood at that instant when it was made
 * and has run at normal speed since.
 * @param pace null: as fast as the machine's. All processes of an installation have the same one, also after a new start.
 */
export function clockFrom(startsAt?: string, pace: Pace | null = null): Clock {
  const running = pace === null ? { now: () => new Date() } : fast(pace)
  if (startsAt === undefined) return running
  const offsetMs = Date.parse(startsAt) - running.now().getTime()
  return { now: () => new Date(running.now().getTime() + offsetMs) }
}

function fast({ times, since }: Pace): Clock {
  if (!(times >= 1 && times <= fastestTimes)) throw new RangeError(`a clock runs 1 to ${fastestTimes} times as fast`)
  return { now: () => new Date(since.getTime() + (Date.now() - since.getTime()) * times) }
}

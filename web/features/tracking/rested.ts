/** Begins to renew something; null where there is nothing to renew. */
export type Renew = () => Promise<unknown> | null

/** At once, and then not before a rest of so long, or of so many times as long as it took. */
export interface Rest {
  leastMs: number
  factor: number
}

/** Does each kind of work at once, and then not before a rest; of what comes meanwhile the last is done. */
export function createRested({ leastMs, factor }: Rest) {
  const waiting = new Map<string, Renew | null>()
  let stopped = false

  async function start(kind: string, work: Renew): Promise<void> {
    const startedAt = performance.now()
    const working = work()
    if (working === null) return
    waiting.set(kind, null)
    await working.catch(() => undefined)
    const restMs = Math.max(leastMs, factor * (performance.now() - startedAt))
    await new Promise((resolve) => setTimeout(resolve, restMs))
    const next = waiting.get(kind) ?? null
    waiting.delete(kind)
    if (next !== null && !stopped) await start(kind, next)
  }

  return {
    renew(kind: string, work: Renew): void {
      if (waiting.has(kind)) waiting.set(kind, work)
      else void start(kind, work)
    },
    /** What waits is not done any more, until it is gone on with. */
    stop: () => void (stopped = true),
    goOn: () => void (stopped = false),
  }
}

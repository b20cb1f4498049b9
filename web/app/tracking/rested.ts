/** Starts to renew something, and returns whether it could; null if there is nothing to renew. */
export type Renew = () => Promise<boolean> | null

/** How long to rest: `factor` times as long as the work took, within these bounds. */
export interface Rest {
  factor: number
  leastMs: number
  mostMs: number
}

/**
 * Does each kind of work at once, and then rests. Of the work that comes during a rest, only the last is done. If none comes,
 * work that failed is tried again.
 */
export function createRested({ factor, leastMs, mostMs }: Rest) {
  const waiting = new Map<string, Renew | null>()
  let stopped = false

  async function start(kind: string, work: Renew): Promise<void> {
    const startedAt = performance.now()
    const working = work()
    if (working === null) return
    waiting.set(kind, null)
    const isDone = await working
    const restMs = Math.min(mostMs, Math.max(leastMs, factor * (performance.now() - startedAt)))
    await new Promise((resolve) => setTimeout(resolve, restMs))
    const next = waiting.get(kind) ?? (isDone ? null : work)
    waiting.delete(kind)
    if (next !== null && !stopped) void start(kind, next)
  }

  return {
    renew(kind: string, work: Renew): void {
      if (waiting.has(kind)) waiting.set(kind, work)
      else void start(kind, work)
    },
    /** Waiting work is not done until `goOn`. */
    stop: () => void (stopped = true),
    goOn: () => void (stopped = false),
  }
}

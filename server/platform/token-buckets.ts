interface Bucket {
  tokens: number
  /** When the tokens were counted, ms. */
  at: number
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>

/** Token buckets by name, at most `capacity` of them: the one unused for longest is forgotten first. In memory. */
export function createTokenBuckets(burst: number, perSecond: number, capacity: number) {
  const buckets = new Map<string, Bucket>()

  const keep = (name: string, bucket: Bucket) => {
    buckets.delete(name)
    buckets.set(name, bucket)
    if (buckets.size <= capacity) return
    // Not asked before it is needed: a map finds its first key behind all those that were deleted from its beginning.
    const [longestUnused] = buckets.keys()
    if (longestUnused !== undefined) buckets.delete(longestUnused)
  }

  return {
    remembers: (name: string) => buckets.has(name),
    remember: (name: string) => keep(name, { tokens: burst, at: 0 }),
    forget: (name: string) => void buckets.delete(name),

    /** Takes this many tokens and returns 0, or takes none and returns the seconds until there are enough. */
    take(name: string, now: number, wanted = 1): number {
      const { tokens, at } = buckets.get(name) ?? { tokens: burst, at: now }
      const refilled = Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond)
      const allowed = refilled >= wanted
      keep(name, { tokens: allowed ? refilled - wanted : refilled, at: now })
      return allowed ? 0 : Math.ceil((wanted - refilled) / perSecond)
    },

    giveBack(name: string): void {
      const bucket = buckets.get(name)
      if (bucket !== undefined) bucket.tokens = Math.min(burst, bucket.tokens + 1)
    },
  }
}

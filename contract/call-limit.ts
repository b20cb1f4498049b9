import { limits } from '#contract/limits.ts'

/** A sliding window: at most `max` attempts of a kind within `minutes`. Counted in the database, so that a restart forgives nothing. */
export interface Rule {
  /** What is counted: endpoints that name the same kind share one window. */
  readonly kind: string
  readonly max: number
  readonly minutes: number
  /**
   * What a full window means: none is free before its oldest attempt leaves it, or, when growing, each further attempt
   * is let through after a pause that doubles from one minute up to `minutes`.
   */
  readonly growing?: boolean
}

/**
 * Whose calls are counted together.
 * - `caller`: a user's or a device's, and of a caller without either those of the network. The demo account is
 *   everybody's: there each network has a window of its own.
 * - `network`: those of a network address, whoever calls; of IPv6 a whole /64.
 */
export type CountedPer = 'caller' | 'network'

/** How often one endpoint may be called. Held by the server in one place (`server/http/call-limits.ts`). */
export type CallLimit =
  /** Counted in the database: for what costs much, sends something or can be guessed at. */
  | (Rule & { readonly per: CountedPer })
  /** Counted in memory, for many cheap calls: it costs no query, protects one process, and a restart forgives. */
  | {
      readonly per: CountedPer
      readonly perMinute: number
      /** How many answers may be under way at a time, of those that are long and take memory until they were read. */
      readonly atOnce?: number
    }
  /** What counts depends on the input or on how the call ends: the feature counts, by these rules. */
  | { readonly rules: Readonly<Record<string, Rule>> }
  /** None, and why none is needed. */
  | { readonly unlimited: string }

/** For calls that read from the database. */
export const manyReads = { per: 'caller', perMinute: limits.calls.readsPerMinute } as const

/** For calls whose answer is as long as a history. */
export const longReads = { ...manyReads, atOnce: limits.calls.longAnswersAtOnce } as const

/** For calls that write a few of the caller's own rows. */
export const manyChanges = { per: 'caller', perMinute: limits.calls.changesPerMinute } as const

/** For answers that are the same for everybody and made once. */
export const preparedForAll = { unlimited: 'Made once for everybody: an answer costs no query.' } as const

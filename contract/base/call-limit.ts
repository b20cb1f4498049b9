import { callsLimits } from '#contract/limits/calls-limits.ts'

/**
 * A sliding window: at most `max` attempts of a kind within `minutes`. Counted in the database, so that a restart does not
 * reset it.
 */
export interface Rule {
  /** What is counted: endpoints that name the same kind share one window. */
  readonly kind: string
  readonly max: number
  readonly minutes: number
  /**
   * What a full window means: no attempt is free before the oldest leaves it; or, if growing, each further attempt is
   * allowed after a pause that doubles from one minute up to `minutes`.
   */
  readonly growing?: boolean
  /** How long nothing is allowed after the attempt that filled the window, instead of until the oldest leaves it. */
  readonly pauseMinutes?: number
}

/**
 * Whose calls are counted together.
 * - `caller`: those of a user, a device or a program; without any, those of the network. The demo account is shared, so there each
 *   network has a window of its own.
 * - `network`: those of a network address, from all its callers; of IPv6 a whole /64.
 */
export type CountedPer = 'caller' | 'network'

/** How often one endpoint may be called. Enforced in one place (`server/http/call-limits.ts`). */
export type CallLimit =
  /** Counted in the database: for calls that are expensive, send something or allow guessing. */
  | (Rule & { readonly per: CountedPer; readonly atOnce?: number })
  /** Counted in memory, for many cheap calls: it costs no query, protects one process, and a restart resets it. */
  | {
      readonly per: CountedPer
      readonly perMinute: number
      /** How many long answers may be under way at a time; they take memory until they are read. */
      readonly atOnce?: number
    }
  /** What counts depends on the input or on how the call ends: the feature counts, by these rules. */
  | { readonly rules: Readonly<Record<string, Rule>> }
  /** None, and why none is needed. */
  | { readonly unlimited: string }

/** For calls that read from the database. */
export const manyReads = { per: 'caller', perMinute: callsLimits.readsPerMinute } as const

/** For calls whose answer is as long as a history. */
export const longReads = { ...manyReads, atOnce: callsLimits.longAnswersAtOnce } as const

/** For calls that write a few of the caller's own rows. */
export const manyChanges = { per: 'caller', perMinute: callsLimits.changesPerMinute } as const

/** For answers that are the same for everybody and made once. */
export const preparedForAll = { unlimited: 'Made once for everybody: an answer costs no query.' } as const

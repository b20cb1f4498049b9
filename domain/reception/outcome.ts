import type { DiscardReason } from '#contract/reception.ts'

/** Why a report is not accepted: nobody sold its tracker, its secret is not the tracker's, or it cannot be decrypted. */
export type NotAccepted = 'UNKNOWN_TRACKER' | 'WRONG_SECRET' | 'UNREADABLE'

/** What became of a report, as its sender is answered. Every accepted report was understood. */
export type Delivery = 'STORED' | NotAccepted | DiscardReason

/** The same, or that it waits with its tracker: our own clock is doubted, and its fix would be judged by it. */
export type Outcome = Delivery | 'CLOCK_DOUBTED'

import type { CallLimit, CountedPer, Rule } from '#contract/base/call-limit.ts'
import { callsLimits } from '#contract/limits/calls-limits.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { type TokenBuckets, createTokenBuckets } from '#server/platform/token-buckets.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import type { Caller } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { takeAttempt } from '#server/platform/take-attempt.ts'
import { networkOf } from '#server/platform/network.ts'

/** Who calls, and from where. */
interface Origin {
  caller: Caller
  address: string
}

/** Enforces one endpoint's limit. All throw RATE_LIMITED with the seconds until the next call. */
export interface HeldLimit {
  /** Called before the input is read; null where nothing is counted in memory. Needs no database. */
  atTheDoor: ((origin: Origin) => void) | null
  /** Called after that; the answer counts until the result is called, once it was sent or its caller has left. */
  whileAnswered: ((origin: Origin) => () => void) | null
  /** Called once the input is known to be well-formed; null where nothing is counted in the database. */
  beforeTheHandler: ((origin: Origin) => Promise<void>) | null
}

/** The one place that enforces the contract's limits; attempts under `rules` are counted by the feature itself. */
export function createCallLimits(
  attempts: Pick<Attempts, 'take'>,
  clock: Clock,
): (limited: Pick<Endpoint, 'limit'>) => HeldLimit {
  return ({ limit }) => ({
    atTheDoor: 'perMinute' in limit ? inMemory(limit, clock) : null,
    whileAnswered: 'atOnce' in limit && limit.atOnce !== undefined ? underWay(limit.per, limit.atOnce) : null,
    beforeTheHandler: isCounted(limit) ? inDatabase(limit, attempts) : null,
  })
}

function isCounted(limit: CallLimit): limit is Rule & { per: CountedPer } {
  return 'kind' in limit
}

function inMemory({ per, perMinute }: { per: CountedPer; perMinute: number }, clock: Clock) {
  const calls: TokenBuckets = createTokenBuckets(perMinute, perMinute / 60, callsLimits.rememberedCallers)
  return (origin: Origin) => {
    const retryAfter = calls.take(subjectOf(per, origin), clock.now().getTime())
    if (retryAfter > 0) throw new Problem('RATE_LIMITED', { retryAfter })
  }
}

function underWay(per: CountedPer, most: number) {
  const answers = new Map<string, number>()
  return (origin: Origin) => {
    // What long answers take is taken of everybody: all programs of a user share it.
    const { caller } = origin
    const subject = caller.kind === 'program' ? `programs ${caller.user.id}` : subjectOf(per, origin)
    const before = answers.get(subject) ?? 0
    if (before >= most) throw new Problem('RATE_LIMITED', { message: tooManyAtOnce, retryAfter: 1 })
    answers.set(subject, before + 1)
    return () => {
      const left = (answers.get(subject) ?? 0) - 1
      if (left > 0) answers.set(subject, left)
      else answers.delete(subject)
    }
  }
}

const tooManyAtOnce =
  'Mehrere solche Abfragen laufen schon. Bitte warten Sie, bis eine fertig ist, und versuchen Sie es dann erneut.'

function inDatabase(rule: Rule & { per: CountedPer }, attempts: Pick<Attempts, 'take'>) {
  return async (origin: Origin) => {
    await takeAttempt(attempts, rule, subjectOf(rule.per, origin))
  }
}

function subjectOf(per: CountedPer, { caller, address }: Origin): string {
  if (per === 'network' || caller.kind === 'nobody') return networkOf(address)
  if (caller.kind === 'device') return caller.deviceId
  if (caller.kind === 'recipient') return caller.shareId
  if (caller.kind === 'program') return caller.tokenId
  return caller.user.demo ? `${caller.user.id} ${networkOf(address)}` : caller.user.id
}

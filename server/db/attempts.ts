import type { Rule } from '#contract/call-limit.ts'
import { minuteMs, dayMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'

export type Verdict = { allowed: true; remaining: number } | Refused
export type Taken = { allowed: true; remaining: number; undo(): Promise<void> } | Refused
interface Refused {
  allowed: false
  retryAfterSeconds: number
}

/** Attempts that are counted together: each by a rule, for a subject. */
type Wanted<Name extends string> = Readonly<Record<Name, readonly [rule: Rule, subject: string]>>
type Allowed = Extract<Taken, { allowed: true }>
export type TakenTogether<Name extends string> = { allowed: true; taken: Record<Name, Allowed> } | Refused

export interface Attempts {
  /** Counts one attempt, unless the window is already full. `undo` takes it back if it should not count after all. */
  take(rule: Rule, subject: string): Promise<Taken>
  /** Counts one attempt by each rule, in this order; if one of them refuses, none is counted. */
  takeTogether<Name extends string>(wanted: Wanted<Name>): Promise<TakenTogether<Name>>
  /** What `take` would answer, without counting. */
  look(rule: Rule, subject: string): Promise<Verdict>
  /** Forgets a subject's attempts, after a success that proves them innocent. */
  forget(kind: string, subject: string): Promise<void>
  /** Removes attempts that are too old for any window. */
  purge(olderThanMinutes: number): Promise<void>
}

/** Attempts counted in the database, so that neither a restart nor a second process resets them. */
export function createAttempts(database: Database, clock: Clock): Attempts {
  const lookAt = async (queries: Database, rule: Rule, subject: string): Promise<Verdict> => {
    const now = clock.now().getTime()
    const all = queries
      .selectFrom('attempts')
      .select('at')
      .where('kind', '=', rule.kind)
      .where('subject', '=', subject)
      .orderBy('at', 'desc')
    // A pause grows with all attempts of the day. Without it, only the newest attempts that fill the window matter.
    const rows = await (
      rule.growing === true
        ? all.where('at', '>', new Date(now - dayMs))
        : all.where('at', '>', new Date(now - rule.minutes * minuteMs)).limit(rule.max)
    ).execute()
    const times = rows.map(({ at }) => at.getTime())
    return judge(rule, times, now)
  }

  const take: Attempts['take'] = (rule, subject) =>
    // Two requests at once must not both see the last free place.
    whileHolding(database, { turn: turnOf(rule.kind, subject) }, async (transaction): Promise<Taken> => {
      const verdict = await lookAt(transaction, rule, subject)
      if (!verdict.allowed) return verdict
      const { id } = await transaction
        .insertInto('attempts')
        .values({ kind: rule.kind, subject, at: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const undo = async () => void (await database.deleteFrom('attempts').where('id', '=', id).execute())
      return { allowed: true, remaining: Math.max(0, verdict.remaining - 1), undo }
    })

  return {
    look: (rule, subject) => lookAt(database, rule, subject),
    take,

    async takeTogether<Name extends string>(wanted: Wanted<Name>): Promise<TakenTogether<Name>> {
      const taken: Partial<Record<string, Allowed>> = {}
      for (const [name, [rule, subject]] of Object.entries<Wanted<Name>[Name]>(wanted)) {
        const next = await take(rule, subject)
        if (!next.allowed) {
          for (const before of Object.values(taken)) await before?.undo()
          return next
        }
        taken[name] = next
      }
      // Plumbing: every name has been taken, which TypeScript cannot see.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { allowed: true, taken: taken as Record<Name, Allowed> }
    },

    async forget(kind, subject) {
      await whileHolding(database, { turn: turnOf(kind, subject) }, async (transaction) => {
        await transaction.deleteFrom('attempts').where('kind', '=', kind).where('subject', '=', subject).execute()
      })
    },

    async purge(olderThanMinutes) {
      const before = new Date(clock.now().getTime() - olderThanMinutes * minuteMs)
      const over = database.selectFrom('attempts').select('id').where('at', '<', before)
      await database
        .deleteFrom('attempts')
        .where('id', 'in', over.modifyEnd(skippingHeld('attempts')))
        .execute()
    },
  }
}

const turnOf = (kind: string, subject: string) => `${kind} ${subject}`

/** @param times of the attempts that count, newest first, in ms. Pure. */
function judge(rule: Rule, times: readonly number[], now: number): Verdict {
  const windowMs = rule.minutes * minuteMs
  const inWindow = times.filter((time) => time > now - windowMs)
  if (inWindow.length < rule.max) return { allowed: true, remaining: rule.max - inWindow.length }
  const newest = inWindow[0] ?? now
  const oldestThatCounts = inWindow[rule.max - 1] ?? now
  const pauseMs = Math.min(2 ** (times.length - rule.max) * minuteMs, windowMs)
  const freeAt = rule.growing === true ? newest + pauseMs : oldestThatCounts + windowMs
  if (freeAt <= now) return { allowed: true, remaining: 0 }
  return { allowed: false, retryAfterSeconds: Math.ceil((freeAt - now) / 1000) }
}

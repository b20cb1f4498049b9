import { sql } from 'kysely'
import type { Rule } from '#contract/base/call-limit.ts'
import { minuteMs, dayMs } from '#contract/base/time-units.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { skippingLocked, inTransaction, type Writing } from './locks.ts'

export type Verdict = { allowed: true; remaining: number } | Refused
export type Taken = { allowed: true; remaining: number; undo(): Promise<void> } | Refused
interface Refused {
  allowed: false
  retryAfterSeconds: number
}

/** Attempts that are counted together: each by a rule, for a subject. */
type Wanted<Name extends string> = Readonly<Record<Name, readonly [rule: Rule, subject: string]>>
export type TakenTogether<Name extends string> =
  | {
      allowed: true
      /** How many more each rule allows. */
      remaining: Record<Name, number>
      /** Takes those back that should not count after all; all, if none are named. */
      undo(...names: Name[]): Promise<void>
    }
  | Refused

export interface Attempts {
  /** Counts one attempt, unless the window is already full. `undo` takes it back if it should not count after all. */
  take(rule: Rule, subject: string): Promise<Taken>
  /** Counts one attempt by each rule; if one of them refuses, none is counted. */
  takeTogether<Name extends string>(wanted: Wanted<Name>): Promise<TakenTogether<Name>>
  /** What `take` would answer, without counting. */
  look(rule: Rule, subject: string): Promise<Verdict>
  /** Forgets a subject's attempts, after a success that proves them innocent. */
  forget(kind: string, subject: string): Promise<void>
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
        : all.where('at', '>', new Date(now - (rule.minutes + (rule.pauseMinutes ?? 0)) * minuteMs)).limit(rule.max)
    ).execute()
    const times = rows.map(({ at }) => at.getTime())
    return judge(rule, times, now)
  }

  const takeTogether: Attempts['takeTogether'] = <Name extends string>(wanted: Wanted<Name>) => {
    const rules = Object.entries<Wanted<Name>[Name]>(wanted)
    // Two requests at once must not both see the last free place.
    const turn = rules.map(([, [{ kind }, subject]]) => turnOf(kind, subject))
    return inTransaction(database, { turn }, async (transaction): Promise<TakenTogether<Name>> => {
      await withoutWaiting(transaction)
      const remaining: Record<string, number> = {}
      for (const [name, [rule, subject]] of rules) {
        const verdict = await lookAt(transaction, rule, subject)
        if (!verdict.allowed) return verdict
        remaining[name] = Math.max(0, verdict.remaining - 1)
      }
      const at = clock.now()
      const counted = await transaction
        .insertInto('attempts')
        .values(rules.map(([, [{ kind }, subject]]) => ({ kind, subject, at })))
        .returning(['id', 'kind', 'subject'])
        .execute()
      const undo = async (...names: Name[]) => {
        const isMeant = ({ kind, subject }: { kind: string; subject: string }) =>
          rules.some(
            ([name, [rule, of]]) => names.some((meant) => meant === name) && rule.kind === kind && of === subject,
          )
        const ids = counted.filter((row) => names.length === 0 || isMeant(row)).map(({ id }) => id)
        await inTransaction(database, {}, async (changing) => {
          await withoutWaiting(changing)
          await changing.deleteFrom('attempts').where('id', 'in', ids).execute()
        })
      }
      return { allowed: true, remaining, undo }
    })
  }

  return {
    look: (rule, subject) => lookAt(database, rule, subject),
    takeTogether,

    async take(rule, subject) {
      const taken = await takeTogether({ it: [rule, subject] })
      return taken.allowed ? { allowed: true, remaining: taken.remaining.it, undo: () => taken.undo() } : taken
    },

    async forget(kind, subject) {
      await inTransaction(database, { turn: turnOf(kind, subject) }, async (transaction) => {
        await transaction.deleteFrom('attempts').where('kind', '=', kind).where('subject', '=', subject).execute()
      })
    },
  }
}

/** Forgets what was counted for accounts, addresses and devices. Attempts are only added and deleted: their holder deletes them. */
export async function forgetAttempts(writing: Writing, names: readonly string[]): Promise<void> {
  const counted = writing
    .selectFrom('attempts')
    .select('id')
    .where(sql<boolean>`split_part(subject, ' ', 1) = any(${names}::text[])`)
  await writing
    .deleteFrom('attempts')
    .where('id', 'in', counted.modifyEnd(skippingLocked('attempts')))
    .execute()
}

/**
 * A commit waits neither for the disk nor for a standby: a crash may cost the attempts of its last second, and a crowd of them
 * keeps nobody's changes waiting.
 */
async function withoutWaiting(transaction: Queries): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(transaction)
}

const turnOf = (kind: string, subject: string) => `${kind} ${subject}`

/** @param times of the attempts that count, newest first, in ms. Pure. */
function judge(rule: Rule, times: readonly number[], now: number): Verdict {
  const windowMs = rule.minutes * minuteMs
  const inWindow = times.filter((time) => time > now - windowMs)
  const freeAt = rule.pauseMinutes === undefined ? freeWithoutPause() : freeAfterPause(rule.pauseMinutes * minuteMs)
  if (freeAt <= now) return { allowed: true, remaining: Math.max(0, rule.max - inWindow.length) }
  return { allowed: false, retryAfterSeconds: Math.ceil((freeAt - now) / 1000) }

  function freeWithoutPause(): number {
    if (inWindow.length < rule.max) return now
    const newest = inWindow[0] ?? now
    const oldestThatCounts = inWindow[rule.max - 1] ?? now
    const pauseMs = Math.min(2 ** (times.length - rule.max) * minuteMs, windowMs)
    return rule.growing === true ? newest + pauseMs : oldestThatCounts + windowMs
  }

  /** Nothing is counted in a pause, so the newest attempts are those that filled the window. */
  function freeAfterPause(pauseMs: number): number {
    const [newest, oldest] = [times[0], times[rule.max - 1]]
    return newest === undefined || oldest === undefined || newest - oldest >= windowMs ? now : newest + pauseMs
  }
}

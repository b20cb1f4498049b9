import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import { type LinkTerm, linkTermHours } from '#contract/dossier/dossier-link.ts'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { secondMs, hourMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { retainedSince } from '#domain/history/retention.ts'

/** A change of state as it is stored: since when it is so, and when the owner stated it. */
export interface StateChange {
  state: DossierState
  since: Date
  setAt: Date
  /** From when on positions belong to what it states (`shownFrom`); absent: since it holds. */
  shownFrom?: Date
  /** Until when its owner can take it back; absent: it stands. Until then nothing but the screens follows from it. */
  undoUntil?: Date
}

/** A theft that was taken back: when it was stated, and when it was taken back. */
export interface UndoneTheft {
  setAt: Date
  undoneAt: Date
}

/** The period in which a vehicle was out of its owner's hands; `until` is null while it is. */
export interface Period {
  since: Date
  /** From when on positions are shown: where it stood before, too. */
  from: Date
  until: Date | null
}

/**
 * Which state may follow which. Suspicion ends in an all-clear or in certainty. Theft ends with the vehicle being back,
 * even if it was an error, so that the period always has an end. A vehicle that is back is parked again, or stolen again: a
 * new theft.
 */
export const nextStates: Readonly<Record<DossierState, readonly DossierState[]>> = {
  PARKED: ['SUSPICIOUS', 'STOLEN'],
  SUSPICIOUS: ['STOLEN', 'PARKED'],
  STOLEN: ['RECOVERED'],
  RECOVERED: ['PARKED', 'STOLEN'],
}

export function mayFollow(state: DossierState, next: DossierState): boolean {
  return nextStates[state].includes(next)
}

/** Why nothing else may follow on a state: what holds, and what its owner can do now. */
export const refusals: Readonly<Record<DossierState, string>> = {
  PARKED:
    'Zu diesem Fahrzeug ist nichts gemeldet, was sich zurücknehmen ließe. Ist es weg, melden Sie es als gestohlen.',
  SUSPICIOUS:
    'Der Verdacht ist schon gemeldet. Melden Sie das Fahrzeug als gestohlen, oder sagen Sie, dass alles in Ordnung ist.',
  STOLEN: 'Das Fahrzeug ist schon als gestohlen gemeldet. Haben Sie es zurück, wählen Sie „Fahrzeug ist wieder da“.',
  RECOVERED:
    'Das Fahrzeug ist schon als wiedergefunden gemeldet. Ist es wieder weg, melden Sie es noch einmal als gestohlen.',
}

/** @param changes oldest first. Without any, the vehicle is parked. */
export function stateOf(changes: readonly StateChange[]): DossierState {
  return changes.at(-1)?.state ?? 'PARKED'
}

/** Whether the vehicle is, or may be, out of its owner's hands. */
export function isAway(state: DossierState): boolean {
  return state === 'SUSPICIOUS' || state === 'STOLEN'
}

/**
 * The period whose positions the police may see: from the first suspicion of the present theft until the vehicle was back.
 * Null if there is none: all is well, or a finished theft was closed.
 * @param changes oldest first.
 */
export function periodOf(changes: readonly StateChange[]): Period | null {
  return changes.reduce<Period | null>((period, { state, since, shownFrom: from = since }) => {
    if (state === 'PARKED') return null
    if (state === 'RECOVERED') return period && { ...period, until: since }
    return period?.until === null ? period : { since, from, until: null }
  }, null)
}

/** Whether links for the police end with a change: they were given for one theft, and not for the next. */
export function endsLinks(state: DossierState, next: DossierState): boolean {
  return next === 'PARKED' || (isAway(next) && !isAway(state))
}

/** Until when the owner can take a theft back that was stated at `setAt`; null if that is over when it arrives. */
export function undoEnd(state: DossierState, setAt: Date, now: Date): Date | null {
  const end = new Date(setAt.getTime() + dossierLimits.undoSeconds * secondMs)
  return state === 'STOLEN' && end > now ? end : null
}

/** From when on everything follows from a statement: what came in the seconds in which it could be taken back is known, too. */
export function standsFrom({ setAt, undoUntil = setAt }: StateChange, now: Date): Date {
  return undoUntil < now ? undoUntil : now
}

/** The last statement where it can still be taken back; null where it stands. @param changes oldest first. */
export function undoableOf(changes: readonly StateChange[], now: Date): { setAt: Date; undoUntil: Date } | null {
  const { setAt, undoUntil } = changes.at(-1) ?? {}
  return setAt === undefined || undoUntil === undefined || undoUntil <= now ? null : { setAt, undoUntil }
}

/** Whether a link was made for an earlier theft than the present one. @param changes oldest first. */
export function isOfEarlierTheft(createdAt: Date, changes: readonly StateChange[]): boolean {
  const begun = changes.findLastIndex(({ state }, index) => isAway(state) && !isAway(stateOf(changes.slice(0, index))))
  const stated = changes[begun]
  return stated !== undefined && createdAt < stated.setAt
}

/** The positions of a period that may be seen now: never older than retention. Null if there can be none. */
export function visibleRange(period: Period | null, now: Date): { start: Date; end: Date } | null {
  if (period === null) return null
  const start = keptFrom(period.from, now)
  const end = period.until ?? new Date(now.getTime() + trackingLimits.futureSkewSeconds * secondMs)
  return start <= end ? { start, end } : null
}

/** From when on positions of a period that began then can still be there. */
export function keptFrom(since: Date, now: Date): Date {
  const oldest = retainedSince(now)
  return since > oldest ? since : oldest
}

/** What is wrong with the moment since when the owner says a state holds; null if nothing is. */
export function sinceMistake(since: Date, previous: StateChange | undefined, now: Date): string | null {
  if (since > now) return 'Bitte geben Sie einen Zeitpunkt an, der nicht in der Zukunft liegt.'
  if (since < retainedSince(now))
    return `Bitte geben Sie einen Zeitpunkt der letzten ${trackingLimits.retentionDays} Tage an: Ältere Positionen gibt es nicht mehr.`
  if (previous !== undefined && since < previous.since)
    return 'Bitte geben Sie einen Zeitpunkt nach der letzten Änderung des Zustands an.'
  return null
}

/**
 * Since when a vehicle is missed, if its owner names no time: since it began to move, as far as that is known and can be true,
 * else since they say so.
 */
export function statedSince(
  state: DossierState,
  beganAt: Date | null,
  { previous, setAt }: { previous: StateChange | undefined; setAt: Date },
): Date {
  return isAway(state) && beganAt !== null && sinceMistake(beganAt, previous, setAt) === null ? beganAt : setAt
}

export function linkEnd(term: LinkTerm, now: Date): Date {
  return new Date(now.getTime() + linkTermHours[term] * hourMs)
}

export type LinkState = 'OPEN' | 'EXPIRED' | 'REVOKED'

export function linkState(link: { expiresAt: Date; revokedAt: Date | null }, now: Date): LinkState {
  if (link.revokedAt !== null) return 'REVOKED'
  return link.expiresAt <= now ? 'EXPIRED' : 'OPEN'
}

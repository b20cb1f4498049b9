/*
 * The one state of a vehicle. Every screen, message and document that speaks of where it is and whether its owner moves it reads
 * this, and nothing else decides when a movement began: two answers to „Seit wann?“ are one too many for the police.
 */
import { isCertain, type MovementEvidence } from '#contract/alarms/alarms.ts'
import type { VehicleCondition, VehicleGuard, VehicleMotion } from '#contract/vehicles/vehicles.ts'
import { isOnlyJump } from '#domain/alarms/jumps.ts'
import type { Guard } from '#domain/alarms/guard.ts'
import { pauseAt, wasResting } from '#domain/alarms/pauses.ts'
import { isAway, type StateChange } from '#domain/dossier/dossier.ts'
import { type SuggestingAlarm, suggestionOf, type TheftAlarm } from './suspicion.ts'

/** An alarm that its owner has not acknowledged. */
export interface OpenAlarm extends SuggestingAlarm {
  /** When it was measured; null if nothing was, or it is forgotten. */
  recordedAt: Date | null
  /** Of a movement: when the vehicle was last seen where it was parked. */
  beganAt: Date | null
  /** Of a movement: by what it was recognised. */
  evidence: MovementEvidence | null
}

/** What is stored of a vehicle. */
export interface VehicleFacts<Alarm extends OpenAlarm> {
  guard: VehicleGuard
  /** What its alarm remembers of it; null where none is kept. */
  remembered: Guard | null
  /** What its owner stated, oldest first. */
  changes: readonly StateChange[]
  alarms: readonly Alarm[]
  /** Its tracker has been silent for longer than its alarm is patient. */
  isSilent: boolean
}

/** What the last statement of its owner makes of a vehicle. */
export type Stated = Kind<'MISSED'> | Kind<'BACK'>

type Kind<Name extends VehicleCondition['kind']> = Extract<VehicleCondition, { kind: Name }>

/** As the contract has it, but for what is stored of an alarm besides. */
export type Condition<Alarm extends OpenAlarm> =
  | Exclude<VehicleCondition, { kind: 'ALARM' }>
  | { kind: 'ALARM'; alarm: TheftAlarm<Alarm>; since: Date; evidence: MovementEvidence | null }

/** What its owner states comes first, then what the alarm knows; a pause explains what happens in it. */
export function conditionOf<Alarm extends OpenAlarm>(
  { guard, remembered, changes, alarms, isSilent }: VehicleFacts<Alarm>,
  now: Date,
): Condition<Alarm> {
  const stated = statedOf(changes.at(-1))
  if (stated?.kind === 'MISSED') return stated
  const open = alarms.filter(
    ({ detectedAt }) => remembered === null || !isAnswered(remembered, new Date(detectedAt), now),
  )
  const alarm = suggestionOf(changes, open, now)
  if (alarm !== null) {
    return { kind: 'ALARM', alarm, since: beginningOf(alarm, remembered), evidence: surestOf(alarm, open) }
  }
  if (guard.kind === 'OFF') return { kind: 'UNWATCHED', why: guard.why }
  if (guard.kind === 'PAUSED') return { kind: 'OWN_WORD' }
  if (isSilent) return { kind: 'UNWATCHED', why: 'SILENT' }
  const parked = remembered?.parked ?? null
  if (parked !== null && parked.away !== null && !isOnlyJump(parked)) {
    return { kind: 'UNEXPLAINED', since: leftAt(parked.hereAt, parked.away.firstAt, remembered).toISOString() }
  }
  if (parked !== null && parked.departed !== null) {
    const { told, since } = parked.departed
    if (told !== null) return { kind: 'OWN_WORD' }
    return { kind: 'UNEXPLAINED', since: leftAt(parked.hereAt, since, remembered).toISOString() }
  }
  return stated ?? { kind: 'STANDING' }
}

function statedOf(change: StateChange | undefined): Stated | null {
  if (change === undefined) return null
  const { state, since } = change
  if (isAway(state)) {
    return { kind: 'MISSED', stated: state === 'STOLEN' ? state : 'SUSPICIOUS', since: since.toISOString() }
  }
  return state === 'RECOVERED' ? { kind: 'BACK', since: since.toISOString() } : null
}

/** What messages say of it, to its owner as to others: what its owner stated, and cannot take back any more. */
export function statedForGood(changes: readonly StateChange[], now: Date): Stated | null {
  return statedOf(changes.findLast(({ undoUntil }) => undoUntil === undefined || undoUntil <= now))
}

/** When what an alarm is about began: a movement when the vehicle was last seen where it was parked, anything else when it was measured. */
function beginningOf({ beganAt, recordedAt, detectedAt }: OpenAlarm, remembered: Guard | null): Date {
  const seenAt = recordedAt ?? new Date(detectedAt)
  return leftAt(beganAt ?? awaySince(remembered, seenAt) ?? seenAt, seenAt, remembered)
}

/** How sure a movement is: what one fix made probable, later ones may have shown for certain. */
function surestOf(alarm: OpenAlarm, open: readonly OpenAlarm[]): MovementEvidence | null {
  const later = open.filter(({ detectedAt }) => detectedAt >= alarm.detectedAt).map(({ evidence }) => evidence)
  return later.find((evidence) => evidence !== null && isCertain(evidence)) ?? alarm.evidence
}

/** A signal of a vehicle that is on its way belongs to that movement. */
function awaySince(remembered: Guard | null, seenAt: Date): Date | null {
  const parked = remembered?.parked ?? null
  const isGone = parked !== null && (parked.away !== null || parked.departed !== null)
  return isGone && parked.hereAt <= seenAt ? parked.hereAt : null
}

/** Never within a ride that its owner announced. */
function leftAt(beganAt: Date, seenAt: Date, remembered: Guard | null): Date {
  const rested = remembered?.restedUntil ?? null
  return rested !== null && rested > beganAt && rested <= seenAt ? rested : beganAt
}

/** An owner who paused after an alarm, or switched the guard on again, knows of it. */
function isAnswered(guard: Guard, at: Date, now: Date): boolean {
  const pausedSince = guard.pause !== null && at <= guard.pause.since
  return pausedSince || at < guard.enabledAt || wasResting(guard, at, now)
}

/**
 * Since when a theft that is reported now may have gone on: as the condition says, else since the vehicle last set off, unless
 * that was its owner.
 * @param setOffAt by its positions alone; null if it was never seen elsewhere.
 */
export function theftBeginning(
  condition: Condition<OpenAlarm>,
  setOffAt: Date | null,
  remembered: Guard | null,
  now: Date,
): Date | null {
  if (condition.kind === 'ALARM') return condition.since
  if (condition.kind === 'UNEXPLAINED') return new Date(condition.since)
  return setOffAt === null || isOwnMovement(remembered, setOffAt, now) ? null : setOffAt
}

/** Until when its owner has paused the alarm, at the latest: now, where a pause goes on. Null if they never did. */
export function announcedUntil(guard: Guard, now: Date): Date | null {
  if (pauseAt(guard, now) !== null) return now
  return guard.restedUntil !== null && guard.restedUntil <= now ? guard.restedUntil : null
}

/** Whether a movement that began then was its owner's: a pause explains the movements until it ends. */
function isOwnMovement(guard: Guard | null, beganAt: Date, now: Date): boolean {
  return guard !== null && (pauseAt(guard, now) !== null || wasResting(guard, beganAt, now))
}

/** What is said of its motion: positions that wander about the place where its alarm knows that it stands are no ride. */
export function shownMotion(
  condition: Condition<OpenAlarm>,
  motion: VehicleMotion,
  remembered: Guard | null,
): VehicleMotion {
  const isStanding = condition.kind === 'STANDING' || condition.kind === 'BACK'
  if (!isStanding || motion.kind === 'STANDING' || (remembered?.parked ?? null) === null) return motion
  return { kind: 'STANDING', since: motion.since, exact: false }
}

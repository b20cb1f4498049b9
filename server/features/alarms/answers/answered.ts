import { type RawBuilder, sql } from 'kysely'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { believedUntil } from '#domain/history/retention.ts'
import { isForHelp, isForHelpIn } from '../calls-for-help.ts'

/*
 * An answer stops what waits (`stopAnswered`), but not what is being handed over just then. So each new try asks
 * once more. What was noted when our clock was ahead says nothing about what came after, except of the alarm itself.
 */

/** Kinds whose e-mails no answer makes superfluous: of the owner's own doing, or about something else. */
export const unanswered: readonly AlarmKind[] = ['FIRST', 'LOW_BATTERY', 'TEST']

/**
 * When the owner has answered an alarm of `alarms`: it or a later one of its device that was no test, or has paused since; a call
 * for help only by itself or a later one. Null if they have not.
 */
function acknowledgedOrPausedAt(now: Date): RawBuilder<Date | null> {
  const isSince = sinceAlarm(now)
  const [pauseSince, restedUntil] = [sql`pause_since`, sql`rested_until`]
  return sql<Date | null>`least(
    alarms.acknowledged_at,
    (select min(later.acknowledged_at) from alarms as later where later.device_id = alarms.device_id
      and later.kind <> 'TEST' and ${isForHelpIn('later')} = ${isForHelpIn('alarms')} and ${isSince(sql`later.detected_at`)}),
    (select least(
        case when ${isSince(pauseSince)} then pause_since end, case when ${isSince(restedUntil)} then rested_until end)
      from alarm_guards where alarm_guards.device_id = alarms.device_id and not ${isForHelpIn('alarms')}))`
}

/** Whether the owner has answered an alarm of `alarms`, by it, a later one, or a pause. */
export function isAnsweredByOwner(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${acknowledgedOrPausedAt(now)} is not null)`
}

/** When they have, also by what they have stated since and cannot take back any more; null if they have not. */
export function answeredByOwnerAt(now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`least(
    ${acknowledgedOrPausedAt(now)}, case when not ${isForHelpIn('alarms')} then ${statedSinceAt(now)} end)`
}

/** Whether the owner or a contact has. */
export function isAnswered(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${isAnsweredByOwner(now)} or exists (
    select from messages as answered where answered.alarm_id = alarms.id and answered.answered_at is not null))`
}

/** Of a statement: who says it knows of all that came until it could not be taken back any more. */
const standsFrom = sql<Date>`coalesce(stands_from, undo_until, set_at)`

/** When the owner of an alarm of `alarms` first stated something about the vehicle since that they cannot take back any more. */
function statedSinceAt(now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`(
    select min(${standsFrom}) from dossier_changes where dossier_changes.device_id = alarms.device_id
      and ${sinceAlarm(now)(standsFrom)} and (undo_until is null or undo_until <= ${now}))`
}

/** Whether they have. */
export function isStatedSince(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${statedSinceAt(now)} is not null)`
}

/** Whether an instant lies after an alarm of `alarms` was detected, and not so far ahead that our clock was wrong. */
function sinceAlarm(now: Date): (at: RawBuilder<unknown>) => RawBuilder<boolean> {
  return (at) => sql<boolean>`(${at} > alarms.detected_at and ${at} <= ${believedUntil(now)})`
}

/** Whether the e-mail to the owner about an alarm of `alarms` says nothing any more that they have not answered. */
export function isEmailAnswered(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    kind <> all(${unanswered}::text[])
    and (${isAnsweredByOwner(now)} or not ${isForHelp} and ${isStatedSince(now)}))`
}

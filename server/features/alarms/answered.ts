import { type RawBuilder, sql } from 'kysely'
import type { AlarmKind } from '#contract/alarms.ts'
import { believedUntil } from '#domain/history/retention.ts'
import { isForHelp, isForHelpIn } from './due.ts'

/*
 * An answer stops what waits (`stopAnswered`), but not what is being handed over just then. So whoever tries that again asks
 * once more. What was noted when our clock was ahead says nothing about what came after, except of the alarm itself.
 */

/** Kinds whose e-mails no answer makes superfluous: of the owner's own doing, or about something else. */
export const unanswered: readonly AlarmKind[] = ['FIRST', 'LOW_BATTERY', 'TEST']

/**
 * Whether the owner has answered an alarm of `alarms`: it or a later one of its device that was no test, or has paused since;
 * a call for help only by itself or a later one.
 */
export function isAnsweredByOwner(now: Date): RawBuilder<boolean> {
  const known = believedUntil(now)
  return sql<boolean>`(
    acknowledged_at is not null
    or exists (
      select from alarms as later where later.device_id = alarms.device_id and later.acknowledged_at is not null
        and later.kind <> 'TEST' and ${isForHelpIn('later')} = ${isForHelpIn('alarms')}
        and later.detected_at > alarms.detected_at and later.detected_at <= ${known})
    or not ${isForHelpIn('alarms')} and exists (
      select from alarm_guards where alarm_guards.device_id = alarms.device_id
        and (pause_since > alarms.detected_at and pause_since <= ${known}
          or rested_until > alarms.detected_at and rested_until <= ${known})))`
}

/**
 * When the owner of an alarm of `alarms` has answered it, as above or by what they have stated since and cannot take back any more;
 * null if they have not.
 */
export function answeredByOwnerAt(now: Date): RawBuilder<Date | null> {
  const known = believedUntil(now)
  const isSince = (at: RawBuilder<unknown>) => sql`${at} > alarms.detected_at and ${at} <= ${known}`
  const [pauseSince, restedUntil] = [sql`pause_since`, sql`rested_until`]
  return sql<Date | null>`least(
    alarms.acknowledged_at,
    (select min(later.acknowledged_at) from alarms as later where later.device_id = alarms.device_id
      and later.kind <> 'TEST' and ${isForHelpIn('later')} = ${isForHelpIn('alarms')} and ${isSince(sql`later.detected_at`)}),
    (select least(
        case when ${isSince(pauseSince)} then pause_since end, case when ${isSince(restedUntil)} then rested_until end)
      from alarm_guards where alarm_guards.device_id = alarms.device_id and not ${isForHelpIn('alarms')}),
    (select min(${standsFrom}) from dossier_changes where dossier_changes.device_id = alarms.device_id
      and not ${isForHelpIn('alarms')} and ${isSince(standsFrom)} and (undo_until is null or undo_until <= ${now})))`
}

/** Whether the owner or a contact has. */
export function isAnswered(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${isAnsweredByOwner(now)} or exists (
    select from messages as answered where answered.alarm_id = alarms.id and answered.answered_at is not null))`
}

/** Of a statement: who says it knows of all that came until it could not be taken back any more. */
const standsFrom = sql<Date>`coalesce(stands_from, undo_until, set_at)`

/** Whether the owner of an alarm of `alarms` has stated something about the vehicle since that they cannot take back any more. */
export function isStatedSince(now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from dossier_changes where dossier_changes.device_id = alarms.device_id
      and ${standsFrom} > detected_at and ${standsFrom} <= ${believedUntil(now)}
      and (undo_until is null or undo_until <= ${now}))`
}

/** Whether the e-mail to the owner about an alarm of `alarms` says nothing any more that they have not answered. */
export function isEmailAnswered(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    kind <> all(${unanswered}::text[])
    and (${isAnsweredByOwner(now)} or not ${isForHelp} and ${isStatedSince(now)}))`
}

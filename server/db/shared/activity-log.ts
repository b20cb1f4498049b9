import { sql } from 'kysely'
import { activityLimits } from '#contract/activity/activity-limits.ts'
import type { ActivityActor, ActivityKind } from '#contract/activity/activity.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { cut } from '#contract/base/text.ts'
import type { Queries } from '#server/db/connection/database.ts'

/** Something that happened in an account. */
export interface NewActivity {
  userId: string
  actor: ActivityActor
  kind: ActivityKind
  /** A device that still exists: its present name is kept. */
  deviceId?: string
  /** A word or two for people. Never a position, a token, a password, or somebody else's address. */
  detail?: string
  at: Date
}

/**
 * The only place that writes down what happened in an account. It belongs into the transaction of what happened: both are
 * there, or neither. The demo account has no such list, because strangers share it.
 */
export async function recordActivity(queries: Queries, activity: NewActivity): Promise<void> {
  const { userId, actor, kind, at } = activity
  const deviceId = activity.deviceId ?? null
  const detail = activity.detail === undefined ? null : cut(activity.detail, activityLimits.detailLength)
  const sameSince = new Date(at.getTime() - activityLimits.sameMinutes * minuteMs)
  await sql`
    insert into activities (user_id, at, actor, kind, device_id, device_name, detail)
    select users.id, ${at}, ${actor}, ${kind}, ${deviceId}, devices.name, ${detail}
    from users left join devices on devices.id = ${deviceId}
    where users.id = ${userId} and not users.demo
      and not (${kindsInARow.has(kind)} and exists (
        select from (
          select * from activities where activities.user_id = ${userId} order by activities.id desc limit 1
        ) as newest
        where newest.kind = ${kind} and newest.actor = ${actor} and newest.device_id is not distinct from ${deviceId}
          and newest.detail is not distinct from ${detail} and newest.at > ${sameSince}
      ))`.execute(queries)
}

/** Somebody who moves a slider changes the settings many times. */
const kindsInARow: ReadonlySet<ActivityKind> = new Set([
  'settings-changed',
  'device-settings-changed',
  'alarms-paused',
  'alarms-resumed',
  'history-exported',
  'person-rode',
])

/** The same for the present owner of a device, where a store knows only the device. */
export async function recordForOwner(
  queries: Queries,
  { deviceId, ...activity }: Omit<NewActivity, 'userId'> & { deviceId: string },
): Promise<void> {
  const owner = await queries.selectFrom('devices').select('user_id').where('id', '=', deviceId).executeTakeFirst()
  if (owner !== undefined) await recordActivity(queries, { ...activity, deviceId, userId: owner.user_id })
}

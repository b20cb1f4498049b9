import { sql } from 'kysely'
import {
  alarmTopics,
  choiceOf,
  type MessageTopic,
  type MessageWish,
  type MessageWishes,
  messageTopics,
  type QuietHours,
  type WishChannel,
  type WishesOfVehicle,
} from '#contract/messages/message-wishes.ts'
import { reminderKinds } from '#contract/reminders/reminders.ts'
import { declinedDetail } from '#domain/activity/sentences.ts'
import { declinedName } from '#domain/messages/message-fate.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { declinedOf } from '#server/db/shared/message-wishes.ts'
import { isOwned } from '#server/db/shared/owned-device.ts'
import { isPersonNow, personOf } from '#server/db/shared/vehicle-people.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'

export type MessageWishesStore = ReturnType<typeof createMessageWishesStore>

/** Which messages owners and invited people want about vehicles, and when they want to be left alone. */
export function createMessageWishesStore(database: Database) {
  /** Holds the account and all its devices. */
  const holding = async <T>(userId: string, work: (writing: Writing, deviceIds: readonly string[]) => Promise<T>) => {
    const ids = (await vehiclesOf(database, userId)).map(({ deviceId }) => deviceId)
    return inTransaction(database, { accounts: [userId], devices: ids }, async (writing) => {
      const held = (await vehiclesOf(writing, userId)).flatMap(({ deviceId }) =>
        ids.includes(deviceId) ? deviceId : [],
      )
      return work(writing, held)
    })
  }

  const set = (
    userId: string,
    settings: { quiet_from: string | null; quiet_to: string | null } | { digest_at: string | null },
  ) =>
    inTransaction(database, { accounts: [userId] }, async (writing) => {
      if (!(await isAccountThere(writing, userId))) return
      await writing
        .insertInto('message_settings')
        .values({ user_id: userId, ...settings, wishes_from: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
        .execute()
    })

  return {
    async wishes(userId: string, now: Date): Promise<MessageWishes> {
      const settings = await database
        .selectFrom('message_settings')
        .select(['quiet_from', 'quiet_to', 'digest_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return {
        quietHours: quietHoursOf(settings),
        digestAt: settings?.digest_at ?? null,
        vehicles: await vehiclesOf(database, userId),
        others: await othersOf(database, userId, now),
      }
    },

    /** False if the device is not theirs any more. */
    changeWish(userId: string, deviceId: string, wish: MessageWish, now: Date): Promise<boolean> {
      return holding(userId, async (writing, deviceIds) => {
        if (!(await isOwned(writing, deviceId, userId))) return false
        await sayByVehicle(writing, userId, deviceIds, now)
        await change(writing, { userId, deviceId, personId: null }, wish, now)
        return true
      })
    },

    /** What an invited person wants about a vehicle, which changes nothing of what its owner does. False if they are none any more. */
    changeWishOfPerson(userId: string, deviceId: string, wish: MessageWish, now: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId], devices: [deviceId] }, async (writing) => {
        const person = await personOf(writing, { deviceId, userId }, now)
        if (person === null) return false
        await change(writing, { userId, deviceId, personId: person.id }, wish, now)
        return true
      })
    },

    changeQuietHours: (userId: string, hours: QuietHours | null): Promise<void> =>
      set(userId, { quiet_from: hours?.from ?? null, quiet_to: hours?.to ?? null }),

    /** What waits already goes at the time that held then. */
    changeDigest: (userId: string, digestAt: string | null): Promise<void> => set(userId, { digest_at: digestAt }),

    /** The kinds of reminders that are not wanted in any way of any vehicle, for pages of the version before. */
    async unwantedReminders(userId: string): Promise<string[]> {
      return (await unwantedBy(database, userId)).toSorted()
    },

    /** Those that are known here become wanted or not, of all vehicles; where nothing changes, vehicles stay as they are. */
    async changeUnwantedReminders(userId: string, kinds: readonly string[], now: Date): Promise<void> {
      await holding(userId, async (writing, deviceIds) => {
        await sayByVehicle(writing, userId, deviceIds, now)
        const before = await unwantedBy(writing, userId)
        for (const topic of reminderTopics) {
          if (kinds.includes(topic) === before.includes(topic)) continue
          const set = kinds.includes(topic) ? decline : want
          for (const channel of reminderWays)
            await set(writing, userId, { topic, channel, deviceIds, personId: null }, now)
        }
      })
    },
  }
}

/** The ways that reminders go. */
const reminderWays = ['EMAIL', 'PUSH'] as const satisfies readonly WishChannel[]

/** The kinds of reminders that can be declined, each of which is a topic of its own. */
const reminderTopics = messageTopics.filter(
  (topic) =>
    reminderKinds.some((kind) => kind === topic) &&
    reminderWays.every((channel) => choiceOf(topic, channel) === 'FREE'),
)

/** Who says what they want about a vehicle: its owner, or as which of its people. */
interface Wisher {
  userId: string
  deviceId: string
  personId: string | null
}

/** That somebody does not want alarms any more stands in their own list of activities: it may be somebody else at an open session. */
async function change(writing: Writing, { userId, deviceId, personId }: Wisher, wish: MessageWish, now: Date) {
  const { topic, channel } = wish
  const set = wish.wanted ? want : decline
  const isNew = await set(writing, userId, { topic, channel, deviceIds: [deviceId], personId }, now)
  const alarmTopic = alarmTopics.find((one) => one === topic)
  if (alarmTopic === undefined || wish.wanted || !isNew) return
  const detail = declinedDetail(alarmTopic, channel)
  await recordActivity(writing, {
    userId,
    actor: 'owner',
    kind: 'alarm-message-declined',
    deviceId,
    detail,
    at: now,
  })
}

interface Cell {
  topic: MessageTopic
  channel: WishChannel
  deviceIds: readonly string[]
  /** Null: of one's own vehicles. */
  personId: string | null
}

/** @returns whether it was wanted of one of them. */
async function decline(
  writing: Writing,
  userId: string,
  { topic, channel, deviceIds, personId }: Cell,
  now: Date,
): Promise<boolean> {
  if (deviceIds.length === 0) return false
  const { numInsertedOrUpdatedRows = 0n } = await writing
    .insertInto('declined_messages')
    .values(
      deviceIds.map((id) => ({
        user_id: userId,
        device_id: id,
        topic,
        channel,
        since: now,
        person_id: personId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** @returns whether it was declined of one of them. */
async function want(writing: Writing, userId: string, { topic, channel, deviceIds }: Cell): Promise<boolean> {
  const { numDeletedRows } = await writing
    .deleteFrom('declined_messages')
    .where('user_id', '=', userId)
    .where(sql<boolean>`device_id = any(${deviceIds}::text[])`)
    .where('topic', '=', topic)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** From now on what the account does not want is said by vehicle, beginning with what it did not want of any. */
async function sayByVehicle(writing: Writing, userId: string, deviceIds: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into declined_messages (user_id, device_id, topic, channel, since)
    select devices.user_id, devices.id, split_part(said, ' ', 1), split_part(said, ' ', 2), ${now}
    from devices cross join unnest(${declinedOf('devices.user_id', 'devices.id')}) as said
    where devices.user_id = ${userId} and devices.id = any(${deviceIds}::text[])
    on conflict do nothing`.execute(writing)
  await sql`
    insert into message_settings (user_id, wishes_from) select id, ${now} from users where id = ${userId}
    on conflict (user_id) do update set wishes_from = coalesce(message_settings.wishes_from, excluded.wishes_from)`.execute(
    writing,
  )
}

async function vehiclesOf(queries: Queries, userId: string): Promise<WishesOfVehicle[]> {
  const rows = await queries
    .selectFrom('devices')
    .select(['id', 'name', declinedOf('devices.user_id', 'devices.id').as('declined')])
    .where('user_id', '=', userId)
    .orderBy('registered_at')
    .orderBy('id')
    .execute()
  return rows.map(shown)
}

/** Of the vehicles of others to which somebody was invited and has accepted, as long as that lasts. */
async function othersOf(queries: Queries, userId: string, now: Date): Promise<WishesOfVehicle[]> {
  const rows = await queries
    .selectFrom('vehicle_people')
    .innerJoin('devices', 'devices.id', 'vehicle_people.device_id')
    .select(['devices.id', 'devices.name'])
    .select(declinedOf('vehicle_people.user_id', 'vehicle_people.device_id').as('declined'))
    .where('vehicle_people.user_id', '=', userId)
    .where(isPersonNow(now))
    .orderBy('accepted_at')
    .orderBy('vehicle_people.id')
    .execute()
  return rows.map(shown)
}

function shown({ id, name, declined }: { id: string; name: string; declined: string[] }): WishesOfVehicle {
  return {
    deviceId: id,
    deviceName: name,
    declined: declined.toSorted().map((said) => {
      const [topic = '', channel = ''] = said.split(' ')
      return { topic, channel }
    }),
  }
}

async function unwantedBy(queries: Queries, userId: string): Promise<MessageTopic[]> {
  const vehicles = await vehiclesOf(queries, userId)
  const declined = vehicles.map((vehicle) => vehicle.declined.map(({ topic, channel }) => declinedName(topic, channel)))
  if (declined.length === 0) return []
  return reminderTopics.filter((topic) =>
    declined.every((said) => reminderWays.every((channel) => said.includes(declinedName(topic, channel)))),
  )
}

async function isAccountThere(writing: Writing, userId: string): Promise<boolean> {
  const found = await writing.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return found !== undefined
}

function quietHoursOf(row: { quiet_from: string | null; quiet_to: string | null } | undefined): QuietHours | null {
  if (row === undefined || row.quiet_from === null || row.quiet_to === null) return null
  return { from: row.quiet_from, to: row.quiet_to }
}

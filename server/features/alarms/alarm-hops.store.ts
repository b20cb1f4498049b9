import { sql } from 'kysely'
import type { AlarmKind, HopChannel, HopState, MovementEvidence } from '#contract/alarms.ts'
import { emergencyContactsServerLimits } from '#contract/emergency-contacts-limits.ts'
import { dayMs } from '#contract/time-units.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { type Due, isDue } from '#server/db/due.ts'
import type { Database } from '#server/db/database.ts'
import { skippingHeld } from '#server/db/locks.ts'

export interface HopKey {
  alarmId: string
  number: number
  channel: HopChannel
}

/** A message to an emergency contact: what an alarm's e-mail to its owner says, and why this person gets it. */
export interface HopToSend extends HopKey {
  contactId: string
  email: string
  ownerEmail: string
  deviceId: string
  deviceName: string
  kind: AlarmKind
  evidence: MovementEvidence | null
  detectedAt: Date
  place: Sighting | null
  dueAt: Date
}

export type AlarmHopsStore = ReturnType<typeof createAlarmHopsStore>

/** The messages of alarms to emergency contacts. Each is claimed before it is sent, like e-mails to owners. */
export function createAlarmHopsStore(database: Database) {
  const end = async ({ alarmId, number, channel }: HopKey, state: HopState, now: Date): Promise<void> => {
    await database
      .updateTable('alarm_hops')
      .set({ state, ended_at: now })
      .where('alarm_id', '=', alarmId)
      .where('number', '=', number)
      .where('channel', '=', channel)
      .where('state', '=', 'SENDING')
      .execute()
  }

  /** Null if it is no longer wanted: somebody answered while it waited, or has switched off what raised the alarm. */
  const read = async ({ alarmId, number, channel }: HopKey): Promise<HopToSend | null> => {
    const { rows } = await sql<HopRow>`
      select contact_id, emergency_contacts.email, users.email as owner_email, alarms.device_id, name, kind, evidence,
        detected_at, recorded_at, latitude, longitude, accuracy, due_at
      from alarm_hops
      join alarms on alarms.id = alarm_id
      join devices on devices.id = alarms.device_id
      join users on users.id = devices.user_id
      join emergency_contacts on emergency_contacts.id = contact_id
      join tracking_settings on tracking_settings.device_id = devices.id
      where alarm_id = ${alarmId} and number = ${number} and channel = ${channel}
        and emergency_contacts.device_id = devices.id and emergency_contacts.email is not null
        and emergency_contacts.accepted_at is not null
        and users.disabled_at is null and not devices.demo
        and acknowledged_at is null and tracking_settings.enabled and enabled_at <= detected_at
        and not exists (select from dossier_changes where dossier_changes.device_id = devices.id and set_at > detected_at)
        and not exists (select from alarm_hops answered where answered.alarm_id = alarms.id and answered_at is not null)`.execute(
      database,
    )
    const [row] = rows
    return row === undefined ? null : { ...hopOf(row), alarmId, number, channel }
  }

  /** How many alarms the address was sent within a day, about all vehicles. */
  const sentTo = async (email: string, now: Date): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from alarm_hops join emergency_contacts on emergency_contacts.id = contact_id
      where lower(email) = ${email.toLowerCase()} and channel = 'EMAIL' and state = 'SENT'
        and ended_at > ${new Date(now.getTime() - dayMs)}`.execute(database)
    return rows[0]?.count ?? 0
  }

  const store = {
    /**
     * Claims a message that is due, the one that has waited longest first. Null if none is. The owner comes first: none is
     * due before the e-mail to them was begun.
     */
    async begin(now: Date, due: Due): Promise<HopToSend | null> {
      for (;;) {
        const claimed = await claim(database, now, due)
        if (claimed === null) return null
        const hop = await read(claimed)
        if (hop === null) await end(claimed, 'STOPPED', now)
        else if ((await sentTo(hop.email, now)) < emergencyContactsServerLimits.alarmsPerAddressPerDay) return hop
        else await end(claimed, 'WITHHELD', now)
      }
    },

    end,

    async isAnyDue(now: Date, due: Due): Promise<boolean> {
      const row = await database
        .selectFrom('alarm_hops')
        .innerJoin('alarms', 'alarms.id', 'alarm_hops.alarm_id')
        .select('alarm_id')
        .where('due_at', '<=', now)
        .where('letter_begun_at', 'is not', null)
        .where(isDue(due, columns))
        .executeTakeFirst()
      return row !== undefined
    },
  }
  return store
}

const columns = { state: 'state', begunAt: 'begun_at' }

async function claim(database: Database, now: Date, due: Due): Promise<HopKey | null> {
  const { rows } = await sql<{ alarm_id: string; number: number; channel: HopChannel }>`
    with next as materialized (
      select alarm_id, number, channel from alarm_hops join alarms on alarms.id = alarm_id
      where due_at <= ${now} and letter_begun_at is not null and ${isDue(due, columns)}
      order by due_at limit 1 ${skippingHeld('alarm_hops')})
    update alarm_hops set state = 'SENDING', begun_at = ${now}, ended_at = null from next
    where alarm_hops.alarm_id = next.alarm_id and alarm_hops.number = next.number and alarm_hops.channel = next.channel
    returning alarm_hops.alarm_id, alarm_hops.number, alarm_hops.channel`.execute(database)
  const [row] = rows
  return row === undefined ? null : { alarmId: row.alarm_id, number: row.number, channel: row.channel }
}

interface HopRow {
  contact_id: string
  email: string
  owner_email: string
  device_id: string
  name: string
  kind: AlarmKind
  evidence: MovementEvidence | null
  detected_at: Date
  recorded_at: Date | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  due_at: Date
}

function hopOf(row: HopRow): Omit<HopToSend, keyof HopKey> {
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  return {
    contactId: row.contact_id,
    email: row.email,
    ownerEmail: row.owner_email,
    deviceId: row.device_id,
    deviceName: row.name,
    kind: row.kind,
    evidence: row.evidence,
    detectedAt: row.detected_at,
    place: hasPlace ? { latitude, longitude, accuracy, recordedAt } : null,
    dueAt: row.due_at,
  }
}

import { sql } from 'kysely'
import { type AlarmKind, isCallForHelp, type MovementEvidence } from '#contract/alarms/alarms.ts'
import { emergencyContactsServerLimits } from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import { phonesServerLimits } from '#contract/phones/phones-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { believedUntil } from '#domain/history/retention.ts'
import { type Stated, statedForGood } from '#domain/vehicles/vehicle-condition.ts'
import type { Database } from '#server/db/connection/database.ts'
import { statementsOf } from '#server/db/shared/missed.ts'
import { isHop } from '../emails/alarm-messages.ts'
import { isAnswered, isStatedSince } from '../answers/answered.ts'
import { isForHelpIn } from '../calls-for-help.ts'

/** What a message of a chain says: what an alarm's e-mail to its owner says, and why this person gets it. */
export interface HopContent {
  alarmId: string
  ownerId: string
  ownerEmail: string
  deviceName: string
  vehiclePlate: string | null
  kind: AlarmKind
  evidence: MovementEvidence | null
  detectedAt: Date
  place: Sighting | null
  /** By its owner, of the vehicle. */
  stated: Stated | null
  /** Null: the owner, or a contact who is gone. */
  contactId: string | null
  /** Of the contact; null if they are gone. */
  email: string | null
  /** E.164. Never logged. Null if they are not reached this way any more. */
  phone: string | null
}

export type AlarmHopsStore = ReturnType<typeof createAlarmHopsStore>

/** What the messages of an alarm's chain say, and whether they are still to be sent. */
export function createAlarmHopsStore(database: Database) {
  return {
    /** Null if it is no longer wanted: somebody answered while it waited, or has switched off what raised the alarm. */
    async read(id: string, now: Date): Promise<HopContent | null> {
      const { rows } = await sql<HopRow>`
        select alarms.id as alarm_id, emergency_contacts.id as contact_id, emergency_contacts.email, phones.number as phone,
          users.id as owner_id, users.email as owner_email, alarms.device_id, name, vehicle_plate, alarms.kind, evidence,
          detected_at, recorded_at, latitude, longitude, accuracy
        from messages
        join alarms on alarms.id = alarm_id
        join devices on devices.id = alarms.device_id
        join users on users.id = devices.user_id
        left join emergency_contacts on emergency_contacts.id = recipient
          and emergency_contacts.device_id = devices.id and emergency_contacts.email is not null
          and emergency_contacts.accepted_at is not null
        left join phones on phones.channel = messages.channel
          and (phones.contact_id = emergency_contacts.id or recipient is null and phones.user_id = users.id)
        left join tracking_settings on tracking_settings.device_id = devices.id
        where messages.id = ${id}
          and users.disabled_at is null and not devices.demo and not ${isAnswered(now)}
          and (alarms.kind = 'TEST'
            or tracking_settings.enabled and (enabled_at <= detected_at or enabled_at > ${believedUntil(now)}))
          and (${isForHelpIn('alarms')} or not ${isStatedSince(now)})`.execute(database)
      const [row] = rows
      if (row === undefined) return null
      return contentOf(row, statedForGood(await statementsOf(database, row.device_id), now))
    },

    /**
     * Whether an address had as many alarms within a day as it may, about all vehicles, also those that were begun before this
     * one and are still under way. Calls for help are counted by themselves: no theft uses them up.
     */
    async isEnoughByEmail(
      id: string,
      { email, kind }: { email: string; kind: AlarmKind },
      now: Date,
    ): Promise<boolean> {
      const since = aDayBefore(now)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from messages
        join alarms on alarms.id = alarm_id
        join emergency_contacts on emergency_contacts.id = recipient
        where ${isHop} and ${isForHelpIn('alarms')} = ${isCallForHelp(kind)} and lower(email) = ${email.toLowerCase()}
          and channel = 'EMAIL'
          and (state = 'SENT' and ended_at > ${since}
            or state = 'SENDING' and begun_at > ${since} and (begun_at, messages.id) < (
              select begun_at, id from messages as this where this.id = ${id}))`.execute(database)
      return (rows[0]?.count ?? 0) >= emergencyContactsServerLimits.alarmsPerAddressPerDay
    },

    /**
     * Whether a number had as many alarms within a day as it may, about all vehicles, or all numbers of an account: tests and
     * calls for help are counted by themselves. Or the whole installation had as many messages. What others are handing over
     * before this one counts, too.
     */
    async isEnoughByPhone(
      id: string,
      { phone, ownerId, kind }: { phone: string; ownerId: string; kind: AlarmKind },
      messagesPerDay: number,
      now: Date,
    ): Promise<boolean> {
      const since = aDayBefore(now)
      const { rows } = await sql<{ to_number: number; of_account: number; in_all: number }>`
        select count(*)::int as in_all,
          (count(*) filter (where is_alike and number_of = ${phone}))::int as to_number,
          (count(*) filter (where is_alike and owner_id = ${ownerId}))::int as of_account
        from (
          select phones.number as number_of, devices.user_id as owner_id,
            (alarms.kind = 'TEST') = ${kind === 'TEST'} and ${isForHelpIn('alarms')} = ${isCallForHelp(kind)} as is_alike
          from messages
          join alarms on alarms.id = alarm_id
          join devices on devices.id = alarms.device_id
          left join phones on phones.contact_id = recipient or recipient is null and phones.user_id = devices.user_id
          where ${isHop} and messages.channel <> 'EMAIL' and (state = 'SENT' and ended_at > ${since}
            or state = 'SENDING' and begun_at > ${since} and (begun_at, messages.id) < (
              select begun_at, id from messages as this where this.id = ${id}))
        ) as sent`.execute(database)
      const { to_number: toNumber = 0, of_account: ofAccount = 0, in_all: inAll = 0 } = rows[0] ?? {}
      const { alarmsPerNumberPerDay, alarmsPerAccountPerDay } = phonesServerLimits
      return toNumber >= alarmsPerNumberPerDay || ofAccount >= alarmsPerAccountPerDay || inAll >= messagesPerDay
    },
  }
}

const aDayBefore = (now: Date): Date => new Date(now.getTime() - dayMs)

interface HopRow {
  alarm_id: string
  contact_id: string | null
  email: string | null
  phone: string | null
  owner_id: string
  owner_email: string
  device_id: string
  name: string
  vehicle_plate: string | null
  kind: AlarmKind
  evidence: MovementEvidence | null
  detected_at: Date
  recorded_at: Date | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
}

function contentOf(row: HopRow, stated: Stated | null): HopContent {
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  return {
    alarmId: row.alarm_id,
    ownerId: row.owner_id,
    ownerEmail: row.owner_email,
    deviceName: row.name,
    vehiclePlate: row.vehicle_plate,
    kind: row.kind,
    evidence: row.evidence,
    detectedAt: row.detected_at,
    place: hasPlace ? { latitude, longitude, accuracy, recordedAt } : null,
    stated,
    contactId: row.contact_id,
    email: row.email,
    phone: row.phone,
  }
}

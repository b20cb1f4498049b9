import type { AlarmKind, MovementEvidence } from '#contract/alarms/alarms.ts'
import type { PersonRole } from '#contract/people/vehicle-role.ts'
import { statedForGood } from '#domain/vehicles/vehicle-condition.ts'
import type { Database } from '#server/db/connection/database.ts'
import { statementsOf } from '#server/db/shared/missed.ts'
import { isPersonNow } from '#server/db/shared/vehicle-people.ts'
import { isEmailAnswered } from '../answers/answered.ts'
import { happenedAt } from '../emails/happened-at.ts'

/** What a message says about an alarm to somebody whose vehicle it is not: never where it is. */
export interface PersonAlarm {
  alarmId: string
  deviceId: string
  deviceName: string
  ownerEmail: string
  role: PersonRole
  kind: AlarmKind
  evidence: MovementEvidence | null
  /** When it was measured; of a silence when that was noticed. */
  happenedAt: Date
  /** The owner has stated that it is stolen, or may be, and cannot take that back any more. */
  isMissed: boolean
  /** It is answered: there is nothing to do any more. */
  isAnswered: boolean
}

export type PersonAlarmsStore = ReturnType<typeof createPersonAlarmsStore>

export function createPersonAlarmsStore(database: Database) {
  return {
    /** Null if the alarm is gone, or the person may not see the vehicle's alarms any more. */
    async read(alarmId: string, userId: string, now: Date): Promise<PersonAlarm | null> {
      const row = await database
        .selectFrom('alarms')
        .innerJoin('devices', 'devices.id', 'alarms.device_id')
        .innerJoin('users as owners', 'owners.id', 'devices.user_id')
        .innerJoin('vehicle_people', 'vehicle_people.device_id', 'devices.id')
        .innerJoin('users as people', 'people.id', 'vehicle_people.user_id')
        .select(['devices.id as device_id', 'devices.name', 'owners.email as owner_email', 'vehicle_people.role'])
        .select(['kind', 'evidence', 'detected_at', 'recorded_at', 'latitude', 'longitude', 'accuracy'])
        .select(isEmailAnswered(now).as('is_answered'))
        .where('alarms.id', '=', alarmId)
        .where('people.id', '=', userId)
        .where('people.disabled_at', 'is', null)
        .where(isPersonNow(now))
        .executeTakeFirst()
      if (row === undefined) return null
      const { kind, latitude, longitude, accuracy, recorded_at: recordedAt, detected_at: detectedAt } = row
      const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
      const place = hasPlace ? { latitude, longitude, accuracy, recordedAt } : null
      const stated = statedForGood(await statementsOf(database, row.device_id), now)
      return {
        alarmId,
        deviceId: row.device_id,
        deviceName: row.name,
        ownerEmail: row.owner_email,
        role: row.role,
        kind,
        evidence: row.evidence,
        happenedAt: kind === 'SILENCE' ? detectedAt : happenedAt({ kind, place, detectedAt }),
        isMissed: stated?.kind === 'MISSED',
        isAnswered: row.is_answered,
      }
    },
  }
}

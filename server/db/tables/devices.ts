import type { Generated } from 'kysely'
import type { UsageType } from '#contract/devices.ts'

export interface DevicesTables {
  device_inventory: {
    imei: string
    model: string
    tracker_id: string | null
    secret_hash: Buffer | null
    /** The secret itself, where it is needed to decrypt what the tracker reports. */
    decryption_secret: string | null
    /** How far its clock is ahead, as the operator states. */
    clock_offset_minutes: number
    /** How much further it is ahead, as its owners found out. */
    clock_correction_minutes: Generated<number>
    speed_unit: 'knots' | 'm/s' | 'km/h' | null
    /** Protocols that have no place for a secret, and by which this tracker is accepted although it has one. */
    unproven_protocols: Generated<string[]>
    last_active_at: Date | null
    imported_at: Date
    /** The claim code that its first owner needs besides the IMEI, and when it was used: it works once. */
    claim_code_hash: Buffer | null
    claim_code_used_at: Date | null
    /** When its last owner ceased to have it. What it measured before that belongs to nobody else. */
    released_at: Date | null
  }
  devices: {
    id: string
    imei: string
    user_id: string
    name: string
    usage_type: UsageType
    vehicle_brand: string | null
    vehicle_model: string | null
    vehicle_plate: string | null
    notes: string | null
    /** The months of a seasonal plate, from 1; both or none. */
    season_from: number | null
    season_to: number | null
    /** `2027-05`: in this month the vehicle has to be inspected. */
    inspection_due: string | null
    /** When its owner last changed one of these dates. */
    dates_noted_at: Date | null
    licence_id: string | null
    registered_at: Date
    demo: boolean
    /** When its owner first had a test alarm sent. */
    alarm_tested_at: Date | null
  }
  device_offers: {
    device_id: string
    email: string
    /** Null until the e-mail is written. */
    token_hash: Buffer | null
    expires_at: Date
  }
}

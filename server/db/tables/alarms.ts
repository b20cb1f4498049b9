import type { ColumnType, Generated } from 'kysely'
import type { AlarmKind, EmailState, HopChannel, HopState, MovementEvidence, PauseKind } from '#contract/alarms.ts'
import type { TrackerSignal } from '#domain/alarms/tracker-signals.ts'

export interface AlarmsTables {
  /** What is remembered of a guarded device from one fix to the next. */
  alarm_guards: {
    device_id: string
    /** When tracking was switched on; the rest is about the time since then. */
    enabled_at: Date
    anchor_latitude: number | null
    anchor_longitude: number | null
    anchor_accuracy: number | null
    anchor_at: Date | null
    /** What its fixes since have shown (domain/alarms/departure.ts). */
    parked: ColumnType<unknown, string | null>
    /** What is remembered of its tracker (domain/alarms/tracker-memory.ts): no place, also from before `enabled_at`. */
    memory: ColumnType<unknown, string | null>
    /** For how long it may be silent, by its rhythm; null: by its mode. */
    patience_seconds: number | null
    last_fix_at: Date | null
    /** Of the pending movement. */
    untold_fix_at: Date | null
    pause_kind: PauseKind | null
    pause_since: Date | null
    pause_until: Date | null
    rested_until: Date | null
    pause_moved: Generated<boolean>
    /** Of a ride: since when the vehicle stands where it was ridden to. */
    pause_stands_since: Date | null
    /** Of a ride: where it usually stands overnight. */
    pause_homes: ColumnType<unknown, string | null>
    /** When it was last on a way that began with a pause which ended by itself. */
    onward_since: Date | null
    /** The signals that held at its tracker's last report. */
    holding: Generated<TrackerSignal[]>
    /** Of which signals the present state is known. Null: noted by a version that knew of all. */
    known: Generated<TrackerSignal[] | null>
    /** The last sign of life before a silence that was notified. */
    silence_told_of: Date | null
  }
  alarms: {
    id: string
    device_id: string
    kind: AlarmKind
    detected_at: Date
    recorded_at: Date | null
    latitude: number | null
    longitude: number | null
    accuracy: number | null
    number_today: number | null
    /** Of a movement. */
    evidence: MovementEvidence | null
    /** Of a movement: when the vehicle was last seen where it was parked. */
    began_at: Date | null
    letter: EmailState
    /** When its e-mail may be sent, at the earliest; null: at once. */
    letter_due_at: Date | null
    letter_begun_at: Date | null
    /** When the mail server accepted or refused the e-mail. */
    letter_ended_at: Date | null
    /** When a mail server's report about it was read. */
    letter_reported_at: Date | null
    acknowledged_at: Date | null
    /** Of one device, never committed before a smaller one. Null: stored before there were shares. */
    stored_order: Generated<string | null>
  }
  /** The messages of an alarm to emergency contacts. */
  alarm_hops: {
    alarm_id: string
    /** From 1; 0: to the owner. */
    number: number
    channel: HopChannel
    /** Stays when the contact is deleted. Null: the owner. */
    contact_id: string | null
    /** Not before, and only if nobody has answered until then. */
    due_at: Date
    state: HopState
    begun_at: Date | null
    ended_at: Date | null
    /** How often it was handed over. */
    tries: Generated<number>
    /** Not tried again before. */
    retry_at: Generated<Date | null>
    /** When this contact said that they look after it. */
    answered_at: Date | null
  }
  /** Links by which an alarm is answered without signing in. */
  alarm_links: {
    token_hash: Buffer
    alarm_id: string
    /** Null: the owner's. */
    contact_id: string | null
    created_at: Date
  }
  /** One row, written by the first search for silent trackers. */
  silence_watch: {
    is_only: Generated<boolean>
    listening_since: Date
    looked_at: Date
  }
}

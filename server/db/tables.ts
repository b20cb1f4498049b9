import type { ColumnType, Generated } from 'kysely'
import type { AlarmKind, LetterState, PushState } from '#contract/alarms.ts'
import type { LossReason, UsageType } from '#contract/devices.ts'
import type { DossierState } from '#contract/dossier.ts'
import type { LicenceType } from '#contract/licence-type.ts'
import type { ImportFormat } from '#contract/poi-exchange.ts'
import type { PoiType } from '#contract/pois.ts'
import type { LedSettings, WarningSettings } from '#contract/settings.ts'
import type { PositionFlag, TrackingMode } from '#contract/tracking.ts'
import type { WarningLevel } from '#contract/weather.ts'
import type { AccidentCategory } from '#domain/accidents.ts'
import type { TrackerSignal } from '#domain/alarms.ts'

declare const geometry: unique symbol
/** What a `geometry` column holds: made by SQL expressions (`sql<GeometryValue>`) and read by SQL functions only. */
export interface GeometryValue {
  readonly [geometry]: true
}
type Geometry = ColumnType<GeometryValue, GeometryValue, GeometryValue>
type Json<T> = ColumnType<T, string, string>

/** The tables as the migrations leave them. Instants are UTC, distances metres, speeds km/h. */
export interface Tables {
  users: {
    id: string
    email: string
    password_hash: string
    created_at: Date
    email_verified_at: Date | null
    imei_verified_at: Date | null
    /** When the password was set or confirmed by who reads the mailbox. */
    password_confirmed_at: Date | null
    disabled_at: Date | null
    /** When the operator last took both verifications back. */
    unverified_at: Date | null
    pending_email: string | null
    /** When the last letter of an alarm to the present address came back. */
    email_returned_at: Date | null
    /** The vehicle's picture, one of `uploads`. */
    picture_id: string | null
    demo: boolean
  }
  sessions: {
    id: string
    user_id: string
    token_hash: Buffer
    client: string
    created_at: Date
    last_used_at: Date
    expires_at: Date
  }
  /** From where an account was signed in to. */
  known_networks: {
    user_id: string
    /** SHA-256 of the account's id and the network. */
    network_hash: Buffer
    last_used_at: Date
  }
  device_offers: {
    device_id: string
    email: string
    /** Null until the e-mail is written. */
    token_hash: Buffer | null
    expires_at: Date
  }
  email_tokens: {
    token_hash: Buffer
    user_id: string
    purpose: 'verify-email' | 'change-email' | 'cancel-email-change' | 'password-reset'
    /** The address the token was sent to. */
    email: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  attempts: {
    id: Generated<string>
    kind: string
    subject: string
    at: Date
  }
  device_inventory: {
    imei: string
    model: string
    tracker_id: string | null
    secret_hash: Buffer | null
    /** The secret itself, where it is needed to decrypt what the tracker reports. */
    decryption_secret: string | null
    /** By which the operator says its clock is ahead. */
    clock_offset_minutes: number
    /** By which its owners found it to be ahead of that. */
    clock_correction_minutes: Generated<number>
    speed_unit: 'knots' | 'm/s' | 'km/h' | null
    /** Protocols without a place for a secret by which a tracker with one is believed all the same. */
    unproven_protocols: Generated<string[]>
    last_active_at: Date | null
    imported_at: Date
    /** What its first owner has to know besides the IMEI, and when somebody did: it counts once. */
    claim_code_hash: Buffer | null
    claim_code_used_at: Date | null
    /** When its last owner lost it: what it measured before is nobody else's. */
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
    licence_id: string | null
    registered_at: Date
    demo: boolean
  }
  /** As its tracker last told, percent and volts. */
  device_health: {
    device_id: string
    battery_percent: number | null
    battery_volts: number | null
    battery_at: Date | null
    external_power: boolean | null
    power_at: Date | null
    power_since: Date | null
  }
  /** The last position that was not kept though its owner wants it, where none was kept since. */
  device_losses: {
    device_id: string
    reason: LossReason
    lost_at: Date
    /** How far the tracker's clock seems to be ahead. */
    clock_ahead_minutes: number | null
  }
  /** One row, once somebody has looked for silent trackers. */
  silence_watch: {
    is_only: Generated<boolean>
    listening_since: Date
    looked_at: Date
  }
  licences: {
    id: string
    user_id: string | null
    licence_type: LicenceType
    licence_key: string
    seats: number
    days: number
    /** Null until the first activation starts its days. */
    expires_at: Date | null
    created_at: Date
    demo: boolean
  }
  tracking_settings: {
    device_id: string
    enabled: boolean
    mode: TrackingMode | null
    consent_given: boolean
    consent_at: Date | null
    /** The last time, whatever was given since. */
    consent_withdrawn_at: Date | null
    enabled_at: Date | null
    /** Since when it is off for want of a licence; null where it is on again, or off for another reason. */
    licence_ended_at: Date | null
    licence_end_email_pending: Generated<boolean>
    /** The greatest fix time of what its owner deleted. */
    positions_deleted_until: Date | null
  }
  positions: {
    device_id: string
    recorded_at: Date
    received_at: Date
    latitude: number
    longitude: number
    accuracy: number | null
    altitude: number | null
    speed: number | null
    course: number | null
    flag: PositionFlag | null
  }
  /** What is remembered of a guarded device from one fix to the next. */
  alarm_guards: {
    device_id: string
    /** The switching on that the rest is about. */
    enabled_at: Date
    anchor_latitude: number | null
    anchor_longitude: number | null
    anchor_accuracy: number | null
    anchor_at: Date | null
    last_fix_at: Date | null
    /** Of the fix that is still to be told. */
    untold_fix_at: Date | null
    pause_kind: 'TIMED' | 'RIDE' | null
    pause_since: Date | null
    pause_until: Date | null
    rested_until: Date | null
    pause_moved: Generated<boolean>
    /** The signals that held when its tracker last told. */
    holding: Generated<TrackerSignal[]>
    /** The last sign of life before a silence that was told. */
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
    letter: LetterState
    letter_begun_at: Date | null
    /** When the mail server had taken or refused it. */
    letter_ended_at: Date | null
    /** When a mail server's report about it was read. */
    letter_reported_at: Date | null
    acknowledged_at: Date | null
  }
  /** What the owner enters for the police. */
  dossiers: {
    device_id: string
    brand: string | null
    model: string | null
    colour: string | null
    plate: string | null
    frame_number: string | null
    last_seen_place: string | null
    last_seen_at: Date | null
    case_reference: string | null
    police_station: string | null
    owner_name: string | null
    owner_phone: string | null
    ownership_proof: string | null
    with_picture: boolean
    updated_at: Date
  }
  dossier_changes: {
    id: Generated<string>
    device_id: string
    state: DossierState
    /** Since when it is so, as the owner says. */
    since: Date
    /** When the owner said so. */
    set_at: Date
  }
  dossier_links: {
    id: string
    device_id: string
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    last_opened_at: Date | null
    opened: Generated<number>
  }
  /** One row: by which push services know who sends. */
  push_keys: { single: Generated<boolean>; public_key: Buffer; private_key: Buffer }
  /** Browsers that are told of alarms, each as long as its session lasts. */
  push_subscriptions: {
    id: string
    user_id: string
    session_id: string
    endpoint: string
    public_key: Buffer
    secret: Buffer
    created_at: Date
  }
  alarm_pushes: {
    alarm_id: string
    /** Stays when the subscription has gone: what became of its message is still told. */
    subscription_id: string
    state: PushState
    begun_at: Date | null
    ended_at: Date | null
  }
  /** Written here, read through `current_pois`: an import's rows wait here for their edition. */
  /** `absences`: how many imports in a row did not name it. */
  pois: PoiRow & { edition: Generated<number>; absences: Generated<number> }
  current_pois: PoiRow
  /** Of a POI of the source `reports`: who made it (null once the account is erased) and what others said since. */
  poi_reports: {
    poi_id: string
    user_id: string | null
    confirmations: Generated<number>
    denials: Generated<number>
    confirmed_at: Date | null
    /** When it will be over, where its reporter knows. */
    ends_at: Date | null
  }
  /** The last word of each. */
  poi_votes: { poi_id: string; user_id: string; confirms: boolean; at: Date }
  /** One row: how often POIs were changed; those that users report, and all others. */
  poi_versions: { version: string; reports: string }
  /** Written here, read through `current_warnings`. */
  weather_warnings: WarningRow & { edition: Generated<number> }
  current_warnings: WarningRow
  /** What a file brought of one Land in one year; `region` is the Land's key, or the name of a file without Länder. */
  accident_parts: {
    id: Generated<number>
    edition: number
    region: string
    land: number
    /** Whether it is all of the Land. */
    whole: boolean
    year: number
    /** How many months it has accidents in, of any vehicle. */
    months: number
  }
  /** With motorcycles only; `place` in metres of ETRS89 / UTM 32. */
  accidents: {
    part_id: number
    source_id: string | null
    latitude: number
    longitude: number
    place: Geometry
    built_up: boolean
    category: AccidentCategory
    kind: number | null
    type: number | null
    light: number | null
    surface: number | null
  }
  user_settings: {
    user_id: string
    settings: Json<WarningSettings>
    version: number
    updated_at: Date
  }
  device_settings: {
    device_id: string
    settings: Json<WarningSettings>
    led: Json<LedSettings>
    version: number
    updated_at: Date
    applied_version: number | null
    applied_at: Date | null
  }
  uploads: {
    id: string
    user_id: string
    /** WebP. */
    picture: Buffer
    created_at: Date
  }
  own_poi_files: {
    id: string
    user_id: string
    name: string
    format: ImportFormat
    read_at: Date
    pois: number
    /** Only then its POIs are shown. */
    complete: boolean
  }
  own_pois: {
    file_id: string
    /** In the order of the file. */
    number: number
    place: Geometry
    name: string
    comment: string | null
    speed: number | null
    direction: number | null
  }
  feed_states: {
    feed: string
    last_attempt_at: Date
    last_success_at: Date | null
    last_error: string | null
    /** How many attempts in a row failed until now. */
    failures: Generated<number>
    /** The source asked to be left alone until then. */
    not_before: Date | null
    /** Counts of the last good import. */
    outcome: ColumnType<Record<string, number> | null, string | undefined, string>
    /** The edition that is shown. */
    edition: Generated<number>
    /** Since when an import runs. */
    importing_since: Date | null
    /** What the source called the state that was imported last. */
    etag: string | null
    /** How little of each kind it named when it was not believed, and since when; null while it is believed. */
    doubt: ColumnType<Record<string, number> | null, string | null | undefined, string | null>
    doubted_since: Date | null
  }
}

interface PoiRow {
  id: string
  source: string
  source_id: string
  poi_type: PoiType
  place: Geometry
  street: string | null
  postcode: string | null
  city: string | null
  speed: number | null
  direction: number | null
  note: string | null
  /** Its source does not say what it watches. */
  kind_assumed: Generated<boolean>
  attribution: string
  fetched_at: Date
  expires_at: Date | null
  created_at: Date
  updated_at: Date
}

interface WarningRow {
  id: string
  source: string
  warning_type: string
  headline: string
  description: string
  instruction: string | null
  level: WarningLevel
  region_name: string
  place: Geometry
  area: Geometry
  valid_from: Date
  valid_until: Date | null
  sent_at: Date
  fetched_at: Date
  attribution: string
  /** Metres above the sea; null: no limit. */
  above_metres: number | null
  below_metres: number | null
}

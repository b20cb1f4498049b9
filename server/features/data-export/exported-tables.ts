import { type RawBuilder, sql } from 'kysely'
import type { PartName, PartRow } from '#contract/data-export-file.ts'
import type { Tables } from '#server/db/tables.ts'

/** A value made of a column that is not written as it is. */
interface Made {
  of: string
  by: RawBuilder<unknown>
}

/** Which columns of a table are exported under which names, and why the others are not. */
export interface ExportedTable<Field extends string = string> {
  table: string
  /** Which of its rows belong to an account. */
  whose(userId: string): RawBuilder<boolean>
  fields: Record<Field, string | Made>
  leftOut: Readonly<Partial<Record<string, string>>>
  /** Columns that tell its rows apart, in the order in which they are written; null where all rows become one. */
  order: readonly string[] | null
}

type ColumnOf<Table extends keyof Tables> = keyof Tables[Table] & string

function from<Table extends keyof Tables, Field extends string>(
  table: Table,
  given: {
    whose: ExportedTable['whose']
    fields: Record<Field, ColumnOf<Table> | (Made & { of: ColumnOf<Table> })>
    leftOut?: Partial<Record<ColumnOf<Table>, string>>
    order: readonly ColumnOf<Table>[] | null
  },
): ExportedTable<Field> {
  return { leftOut: {}, ...given, table }
}

const theirs = (userId: string) => sql<boolean>`user_id = ${userId}`
const ofTheirDevices = (userId: string) => sql<boolean>`device_id in (select id from devices where user_id = ${userId})`
const ofTheirAlarms = (userId: string) => sql<boolean>`
  alarm_id in (select alarms.id from alarms join devices on devices.id = device_id where user_id = ${userId})`

const latitude = { of: 'place', by: sql`st_y(place)` } as const
const longitude = { of: 'place', by: sql`st_x(place)` } as const

/** Reasons. */
const accountItself = 'das Konto selbst'
const secret = 'geheim: nie in einem Export'
const checksum = 'Prüfwert eines Geheimnisses'
const ofTheSource = 'gehört zur Herkunft des POI, nicht zur Person'
const inner = 'innere Buchführung ohne Aussage über die Person'

/** Every part of the export that is read from a table. The positions are files of their own. */
export const exportedTables: {
  readonly [Name in Exclude<PartName, 'tracks'>]: ExportedTable<keyof PartRow<Name> & string>
} = {
  account: from('users', {
    whose: (userId) => sql`id = ${userId}`,
    order: ['id'],
    fields: {
      id: 'id',
      email: 'email',
      pendingEmail: 'pending_email',
      createdAt: 'created_at',
      emailVerifiedAt: 'email_verified_at',
      imeiVerifiedAt: 'imei_verified_at',
      passwordConfirmedAt: 'password_confirmed_at',
      unverifiedAt: 'unverified_at',
      disabledAt: 'disabled_at',
      emailReturnedAt: 'email_returned_at',
      deletesAt: 'deletes_at',
      picture: 'picture_id',
    },
    leftOut: { password_hash: checksum, pending_email_session_id: inner, demo: inner },
  }),
  sessions: from('sessions', {
    whose: theirs,
    order: ['created_at', 'id'],
    fields: {
      client: 'client',
      createdAt: 'created_at',
      lastUsedAt: 'last_used_at',
      expiresAt: 'expires_at',
      confirmedAt: 'confirmed_at',
    },
    leftOut: { id: inner, user_id: accountItself, token_hash: checksum, sign_out_hash: checksum },
  }),
  knownNetworks: from('known_networks', {
    whose: theirs,
    order: null,
    fields: {
      networks: { of: 'network_hash', by: sql`count(*)::integer` },
      lastUsedAt: { of: 'last_used_at', by: sql`max(last_used_at)` },
    },
    leftOut: { user_id: accountItself },
  }),
  knownBrowsers: from('known_browsers', {
    whose: theirs,
    order: null,
    fields: {
      browsers: { of: 'browser_hash', by: sql`count(*)::integer` },
      lastUsedAt: { of: 'last_used_at', by: sql`max(last_used_at)` },
    },
    leftOut: { user_id: accountItself },
  }),
  formerEmails: from('former_emails', {
    whose: theirs,
    order: ['replaced_at', 'email'],
    fields: { email: 'email', replacedAt: 'replaced_at' },
    leftOut: { user_id: accountItself },
  }),
  mailedLinks: from('email_tokens', {
    whose: theirs,
    order: ['created_at', 'token_hash'],
    fields: {
      purpose: 'purpose',
      email: 'email',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
      usedAt: 'used_at',
      alarmId: 'alarm_id',
    },
    leftOut: { token_hash: checksum, user_id: accountItself },
  }),
  activities: from('activities', {
    whose: theirs,
    order: ['id'],
    fields: {
      at: 'at',
      actor: 'actor',
      kind: 'kind',
      deviceId: 'device_id',
      deviceName: 'device_name',
      detail: 'detail',
    },
    leftOut: { id: inner, user_id: accountItself },
  }),
  consents: from('consents', {
    whose: theirs,
    order: ['id'],
    fields: {
      at: 'at',
      purpose: 'purpose',
      given: 'given',
      version: 'version',
      textHash: { of: 'text_hash', by: sql`encode(text_hash, 'hex')` },
      actor: 'actor',
      deviceId: 'device_id',
      deviceName: 'device_name',
    },
    leftOut: { id: inner, user_id: accountItself },
  }),
  secondFactors: from('second_factors', {
    whose: theirs,
    order: ['user_id'],
    fields: { startedAt: 'created_at', onSince: 'confirmed_at', switchedOffBySupportAt: 'support_removed_at' },
    leftOut: { user_id: accountItself, secret, last_period: inner },
  }),
  recoveryCodes: from('recovery_codes', {
    whose: theirs,
    order: ['code_hash'],
    fields: { usedAt: 'used_at' },
    leftOut: { user_id: accountItself, code_hash: checksum },
  }),
  passkeys: from('passkeys', {
    whose: theirs,
    order: ['created_at', 'id'],
    fields: {
      name: 'name',
      createdAt: 'created_at',
      lastUsedAt: 'last_used_at',
      timesUsed: { of: 'counter', by: sql`counter::float8` },
      transports: 'transports',
      canBeBackedUp: 'can_be_backed_up',
      backedUp: 'backed_up',
    },
    leftOut: { id: inner, user_id: accountItself, credential_id: secret, public_key: secret },
  }),
  guardZones: from('guard_zones', {
    whose: theirs,
    order: ['created_at', 'id'],
    fields: {
      name: 'name',
      latitude: 'latitude',
      longitude: 'longitude',
      radiusMetres: 'radius_metres',
      sharpness: 'sharpness',
      weekdays: { of: 'weekdays', by: sql`coalesce(weekdays::text[], '{}')` },
      from: 'from_time',
      to: 'to_time',
      createdAt: 'created_at',
    },
    leftOut: { id: inner, user_id: accountItself },
  }),
  privacyZones: from('privacy_zones', {
    whose: theirs,
    order: ['created_at', 'id'],
    fields: {
      name: 'name',
      latitude: 'latitude',
      longitude: 'longitude',
      radiusMetres: 'radius_metres',
      createdAt: 'created_at',
    },
    leftOut: {
      id: inner,
      user_id: accountItself,
      shift_east_metres: 'geheim: mit der Verschiebung ließe sich der Ort aus Freigaben errechnen',
      shift_north_metres: 'geheim wie die andere',
    },
  }),
  savedRoutes: from('saved_routes', {
    whose: theirs,
    order: ['saved_at', 'id'],
    fields: {
      name: 'name',
      line: {
        of: 'pieces',
        by: sql`array(
          select concat(place->>'latitude', ', ', place->>'longitude')
          from jsonb_array_elements(pieces) with ordinality as pieces_in_order (places, piece),
            jsonb_array_elements(places) with ordinality as places_in_order (place, number)
          order by piece, number)`,
      },
      lengthMetres: 'length_metres',
      corridorMetres: 'corridor_metres',
      departsAt: 'departs_at',
      averageKmh: 'average_kmh',
      isWatched: 'is_watched',
      savedAt: 'saved_at',
      toldAbout: 'news_for',
    },
    leftOut: {
      id: inner,
      user_id: accountItself,
      known: inner,
      check_at: inner,
      news_state: inner,
      news_begun_at: inner,
      news_ended_at: inner,
    },
  }),
  licences: from('licences', {
    whose: theirs,
    order: ['id'],
    fields: {
      id: 'id',
      type: 'licence_type',
      key: 'licence_key',
      seats: 'seats',
      days: 'days',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    },
    leftOut: { user_id: accountItself, demo: inner },
  }),
  licenceReminders: from('licence_reminders', {
    whose: theirs,
    order: ['licence_id', 'ends_at', 'days_before'],
    fields: {
      licenceId: 'licence_id',
      endsAt: 'ends_at',
      daysBefore: 'days_before',
      createdAt: 'created_at',
    },
    leftOut: { user_id: accountItself, state: inner, begun_at: inner, ended_at: inner },
  }),
  reminders: from('reminders', {
    whose: theirs,
    order: ['device_id', 'kind', 'occasion'],
    fields: {
      deviceId: 'device_id',
      kind: 'kind',
      occasion: 'occasion',
      createdAt: 'created_at',
    },
    leftOut: { user_id: accountItself, state: inner, begun_at: inner, ended_at: inner },
  }),
  messages: from('messages', {
    whose: theirs,
    order: ['due_at', 'id'],
    fields: {
      kind: 'kind',
      about: { of: 'about', by: sql`array_to_string(about, ' ')` },
      deviceId: 'device_id',
      channel: 'channel',
      address: 'address',
      state: 'state',
      dueAt: 'due_at',
      begunAt: 'begun_at',
      endedAt: 'ended_at',
      tries: 'tries',
    },
    leftOut: {
      id: inner,
      user_id: accountItself,
      alarm_id: inner,
      recipient: inner,
      words: secret,
      rank: inner,
      retry_at: inner,
    },
  }),
  unwantedReminders: from('unwanted_reminders', {
    whose: theirs,
    order: ['kind'],
    fields: { kind: 'kind', since: 'since' },
    leftOut: { user_id: accountItself },
  }),
  calendars: from('calendars', {
    whose: theirs,
    order: ['user_id'],
    fields: { createdAt: 'created_at', lastReadAt: 'last_read_at' },
    leftOut: { user_id: accountItself, token_hash: checksum },
  }),
  devices: from('devices', {
    whose: theirs,
    order: ['id'],
    fields: {
      id: 'id',
      imei: 'imei',
      name: 'name',
      usageType: 'usage_type',
      vehicleBrand: 'vehicle_brand',
      vehicleModel: 'vehicle_model',
      vehiclePlate: 'vehicle_plate',
      notes: 'notes',
      seasonFrom: 'season_from',
      seasonTo: 'season_to',
      inspectionDue: 'inspection_due',
      datesNotedAt: 'dates_noted_at',
      licenceId: 'licence_id',
      registeredAt: 'registered_at',
      alarmTestedAt: 'alarm_tested_at',
    },
    leftOut: { user_id: accountItself, demo: inner },
  }),
  trackers: from('device_inventory', {
    whose: (userId) => sql`imei in (select imei from devices where user_id = ${userId})`,
    order: ['imei'],
    fields: {
      imei: 'imei',
      model: 'model',
      trackerId: 'tracker_id',
      clockOffsetMinutes: 'clock_offset_minutes',
      clockCorrectionMinutes: 'clock_correction_minutes',
      speedUnit: 'speed_unit',
      importedAt: 'imported_at',
      claimCodeUsedAt: 'claim_code_used_at',
      lastActiveAt: 'last_active_at',
    },
    leftOut: {
      secret_hash: checksum,
      decryption_secret: secret,
      claim_code_hash: checksum,
      unproven_protocols: inner,
      released_at: 'sagt etwas über den früheren Besitzer',
    },
  }),
  deviceHealth: from('device_health', {
    whose: ofTheirDevices,
    order: ['device_id'],
    fields: {
      deviceId: 'device_id',
      batteryPercent: 'battery_percent',
      batteryVolts: 'battery_volts',
      batteryAt: 'battery_at',
      externalPower: 'external_power',
      powerAt: 'power_at',
      powerSince: 'power_since',
    },
  }),
  deviceLosses: from('device_losses', {
    whose: ofTheirDevices,
    order: ['device_id'],
    fields: { deviceId: 'device_id', reason: 'reason', lostAt: 'lost_at', clockAheadMinutes: 'clock_ahead_minutes' },
  }),
  deviceOffers: from('device_offers', {
    whose: ofTheirDevices,
    order: ['device_id'],
    fields: { deviceId: 'device_id', email: 'email', expiresAt: 'expires_at' },
    leftOut: { token_hash: checksum },
  }),
  tracking: from('tracking_settings', {
    whose: ofTheirDevices,
    order: ['device_id'],
    fields: {
      deviceId: 'device_id',
      enabled: 'enabled',
      mode: 'mode',
      enabledAt: 'enabled_at',
      consentGiven: 'consent_given',
      consentAt: 'consent_at',
      consentWithdrawnAt: 'consent_withdrawn_at',
      licenceEndedAt: 'licence_ended_at',
      positionsDeletedUntil: 'positions_deleted_until',
      traceReducedUntil: 'trace_reduced_until',
      consentAskedAt: 'consent_asked_at',
      consentRenewalEmailPending: 'consent_renewal_email_pending',
    },
  }),
  alarmGuards: from('alarm_guards', {
    whose: ofTheirDevices,
    order: ['device_id'],
    fields: {
      deviceId: 'device_id',
      enabledAt: 'enabled_at',
      anchorLatitude: 'anchor_latitude',
      anchorLongitude: 'anchor_longitude',
      anchorAccuracy: 'anchor_accuracy',
      anchorAt: 'anchor_at',
      // Its places are those of the exported positions.
      measuringError: { of: 'memory', by: sql`sqrt((memory->>0)::double precision)` },
      patienceSeconds: 'patience_seconds',
      lastFixAt: 'last_fix_at',
      untoldFixAt: 'untold_fix_at',
      pauseKind: 'pause_kind',
      pauseSince: 'pause_since',
      pauseUntil: 'pause_until',
      pauseMoved: 'pause_moved',
      pauseStandsSince: 'pause_stands_since',
      // They are among the exported positions, too.
      usualPlaces: { of: 'pause_homes', by: sql`jsonb_array_length(pause_homes)` },
      onwardSince: 'onward_since',
      restedUntil: 'rested_until',
      holding: 'holding',
      silenceToldOf: 'silence_told_of',
    },
    leftOut: { known: inner, parked: 'ergibt sich aus den exportierten Positionen' },
  }),
  alarms: from('alarms', {
    whose: ofTheirDevices,
    order: ['detected_at', 'id'],
    fields: {
      id: 'id',
      deviceId: 'device_id',
      kind: 'kind',
      detectedAt: 'detected_at',
      recordedAt: 'recorded_at',
      latitude: 'latitude',
      longitude: 'longitude',
      accuracy: 'accuracy',
      numberToday: 'number_today',
      evidence: 'evidence',
      beganAt: 'began_at',
      emailState: 'letter',
      emailDueAt: 'letter_due_at',
      emailBegunAt: 'letter_begun_at',
      emailEndedAt: 'letter_ended_at',
      emailReportedAt: 'letter_reported_at',
      acknowledgedAt: 'acknowledged_at',
    },
    leftOut: { stored_order: inner },
  }),
  alarmHops: from('alarm_hops', {
    whose: ofTheirAlarms,
    order: ['alarm_id', 'number', 'channel'],
    fields: {
      alarmId: 'alarm_id',
      number: 'number',
      channel: 'channel',
      contactId: 'contact_id',
      dueAt: 'due_at',
      state: 'state',
      begunAt: 'begun_at',
      endedAt: 'ended_at',
      tries: 'tries',
      retryAt: 'retry_at',
      answeredAt: 'answered_at',
    },
  }),
  alarmLinks: from('alarm_links', {
    whose: ofTheirAlarms,
    order: ['created_at', 'token_hash'],
    fields: { alarmId: 'alarm_id', contactId: 'contact_id', createdAt: 'created_at' },
    leftOut: { token_hash: checksum },
  }),
  emergencyChains: from('emergency_chains', {
    whose: ofTheirDevices,
    order: ['device_id'],
    fields: { deviceId: 'device_id', waitMinutes: 'wait_minutes', callsForHelp: 'calls_for_help' },
  }),
  emergencyContacts: from('emergency_contacts', {
    whose: ofTheirDevices,
    order: ['invited_at', 'id'],
    fields: {
      id: 'id',
      deviceId: 'device_id',
      email: 'email',
      position: 'position',
      invitedAt: 'invited_at',
      invitationEndsAt: 'invitation_ends_at',
      acceptedAt: 'accepted_at',
      agreementVersion: 'agreement_version',
      leftAt: 'left_at',
    },
    leftOut: { email_hash: 'Prüfwert einer Adresse, die nicht Ihre ist' },
  }),
  emergencyContactLinks: from('emergency_contact_links', {
    whose: (userId) => sql`
      contact_id in (
        select emergency_contacts.id from emergency_contacts join devices on devices.id = device_id
        where user_id = ${userId})`,
    order: ['created_at', 'token_hash'],
    fields: { contactId: 'contact_id', createdAt: 'created_at' },
    leftOut: { token_hash: checksum },
  }),
  // Not those of their emergency contacts, who gave them to the product alone.
  phones: from('phones', {
    whose: theirs,
    order: ['number'],
    fields: { number: 'number', channel: 'channel', confirmedAt: 'confirmed_at' },
    leftOut: { user_id: accountItself, contact_id: inner },
  }),
  phoneCodes: from('phone_codes', {
    whose: theirs,
    order: ['number'],
    fields: { number: 'number', channel: 'channel', endsAt: 'ends_at', tries: 'tries' },
    leftOut: { user_id: accountItself, contact_id: inner, code_hash: checksum },
  }),
  pushSubscriptions: from('push_subscriptions', {
    whose: theirs,
    order: ['created_at', 'id'],
    fields: {
      id: 'id',
      // Whoever knows the whole address can send messages to the browser.
      service: { of: 'endpoint', by: sql`substring(endpoint from '^https?://([^/?#]+)')` },
      createdAt: 'created_at',
    },
    leftOut: { user_id: accountItself, session_id: inner, public_key: secret, secret },
  }),
  dossiers: from('dossiers', {
    whose: ofTheirDevices,
    order: ['device_id'],
    fields: {
      deviceId: 'device_id',
      brand: 'brand',
      model: 'model',
      colour: 'colour',
      plate: 'plate',
      frameNumber: 'frame_number',
      lastSeenPlace: 'last_seen_place',
      lastSeenAt: 'last_seen_at',
      caseReference: 'case_reference',
      policeStation: 'police_station',
      ownerName: 'owner_name',
      ownerPhone: 'owner_phone',
      ownershipProof: 'ownership_proof',
      withPicture: 'with_picture',
      updatedAt: 'updated_at',
    },
  }),
  dossierChanges: from('dossier_changes', {
    whose: ofTheirDevices,
    order: ['device_id', 'id'],
    fields: { deviceId: 'device_id', state: 'state', since: 'since', setAt: 'set_at' },
    leftOut: { id: inner },
  }),
  dossierLinks: from('dossier_links', {
    whose: ofTheirDevices,
    order: ['created_at', 'id'],
    fields: {
      deviceId: 'device_id',
      id: 'id',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
      revokedAt: 'revoked_at',
      lastOpenedAt: 'last_opened_at',
      opened: 'opened',
    },
    leftOut: { token_hash: checksum },
  }),
  shares: from('shares', {
    whose: theirs,
    order: ['created_at', 'id'],
    fields: {
      id: 'id',
      deviceId: 'device_id',
      recipient: 'recipient',
      scopes: 'scopes',
      createdAt: 'created_at',
      endsAt: 'ends_at',
      revokedAt: 'revoked_at',
      lastUsedAt: 'last_used_at',
      uses: 'uses',
    },
    leftOut: { user_id: accountItself, token_hash: checksum },
  }),
  settings: from('user_settings', {
    whose: theirs,
    order: ['user_id'],
    fields: { settings: 'settings', version: 'version', updatedAt: 'updated_at' },
    leftOut: { user_id: accountItself },
  }),
  deviceSettings: from('device_settings', {
    whose: ofTheirDevices,
    order: ['device_id'],
    fields: {
      deviceId: 'device_id',
      settings: 'settings',
      led: 'led',
      version: 'version',
      updatedAt: 'updated_at',
      appliedVersion: 'applied_version',
      appliedAt: 'applied_at',
    },
  }),
  ownPoiFiles: from('own_poi_files', {
    whose: theirs,
    order: ['read_at', 'id'],
    fields: { id: 'id', name: 'name', format: 'format', readAt: 'read_at', pois: 'pois', complete: 'complete' },
    leftOut: { user_id: accountItself },
  }),
  ownPois: from('own_pois', {
    whose: (userId) => sql`file_id in (select id from own_poi_files where user_id = ${userId})`,
    order: ['file_id', 'number'],
    fields: {
      fileId: 'file_id',
      number: 'number',
      latitude,
      longitude,
      name: 'name',
      comment: 'comment',
      speed: 'speed',
      direction: 'direction',
    },
  }),
  poiReports: from('poi_reports', {
    whose: theirs,
    order: ['poi_id'],
    fields: {
      poiId: 'poi_id',
      confirmations: 'confirmations',
      denials: 'denials',
      confirmedAt: 'confirmed_at',
      endsAt: 'ends_at',
      weight: 'weight',
      supporting: 'supporting',
      opposing: 'opposing',
      unconfirmed: 'unconfirmed',
    },
    leftOut: { user_id: accountItself },
  }),
  reportedPois: from('pois', {
    whose: (userId) => sql`id in (select poi_id from poi_reports where user_id = ${userId})`,
    order: ['id'],
    fields: {
      id: 'id',
      type: 'poi_type',
      latitude,
      longitude,
      street: 'street',
      postcode: 'postcode',
      city: 'city',
      speed: 'speed',
      direction: 'direction',
      note: 'note',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      expiresAt: 'expires_at',
    },
    leftOut: {
      source: ofTheSource,
      source_id: ofTheSource,
      kind_assumed: ofTheSource,
      attribution: ofTheSource,
      fetched_at: ofTheSource,
      line: ofTheSource,
      edition: inner,
      absences: inner,
    },
  }),
  poiVotes: from('poi_votes', {
    whose: theirs,
    order: ['poi_id'],
    fields: { poiId: 'poi_id', confirms: 'confirms', at: 'at', weight: 'weight' },
    leftOut: { user_id: accountItself },
  }),
  poiDoubts: from('poi_doubts', {
    whose: theirs,
    order: ['poi_id'],
    fields: { poiId: 'poi_id', confirms: 'confirms', at: 'at', weight: 'weight' },
    leftOut: { user_id: accountItself },
  }),
  hiddenPois: from('hidden_pois', {
    whose: theirs,
    order: ['hidden_at', 'poi_id'],
    fields: { poiId: 'poi_id', hiddenAt: 'hidden_at' },
    leftOut: { user_id: accountItself },
  }),
  poiVoters: from('poi_voters', {
    whose: theirs,
    order: ['user_id'],
    fields: { agreed: 'agreed', disagreed: 'disagreed' },
    leftOut: { user_id: accountItself },
  }),
  pictures: from('uploads', {
    whose: theirs,
    order: ['created_at', 'id'],
    fields: {
      id: 'id',
      file: { of: 'picture', by: sql`'bilder/' || id || '.webp'` },
      createdAt: 'created_at',
    },
    leftOut: { user_id: accountItself },
  }),
  accountDeletions: from('account_deletions', {
    whose: theirs,
    order: ['asked_at', 'id'],
    fields: {
      askedAt: 'asked_at',
      bySupport: 'by_support',
      acceptsTheftLoss: 'accepts_theft_loss',
      confirmedAt: 'confirmed_at',
      expiresAt: 'expires_at',
      endedAt: 'ended_at',
      emailDue: 'email_due',
      emailBegunAt: 'email_begun_at',
    },
    leftOut: { id: inner, user_id: accountItself, token_hash: checksum, keep_token_hash: checksum },
  }),
  dataExports: from('data_exports', {
    whose: theirs,
    order: ['requested_at', 'id'],
    fields: {
      state: 'state',
      requestedBy: 'requested_by',
      requestedAt: 'requested_at',
      withoutPrivacyZones: 'without_privacy_zones',
      readyAt: 'ready_at',
      expiresAt: 'expires_at',
      endedAt: 'ended_at',
      bytes: { of: 'bytes', by: sql`bytes::float8` },
      mailedTo: 'mailed_to',
      mailedAt: 'mail_begun_at',
    },
    leftOut: {
      id: inner,
      user_id: accountItself,
      token_hash: checksum,
      attempts: inner,
      worker: inner,
      working_until: inner,
      percent: inner,
      step: inner,
      step_name: inner,
      mail_queued_at: inner,
    },
  }),
}

/** Tables with personal data that no part is read from, and why. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  positions: 'stehen je Gerät in einer GPX-Datei; nur der Zeitpunkt des Empfangs nicht',
  account_deletion_receipts: 'entstehen erst, wenn das Konto nicht mehr da ist',
  data_export_parts: 'sind der Export selbst',
  passkey_challenges: 'Prüfwerte von Zufallszahlen, nach Minuten ungültig, ohne Bezug zum Konto',
  attempts: 'zählt Versuche, höchstens zwei Tage lang, auch solche von Fremden gegen dieses Konto',
}

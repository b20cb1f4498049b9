import { sql } from 'kysely'
import { dayMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { hashOf } from '#server/platform/secrets.ts'

/*
 * A person with something in every table that can have something of a person. The rows are made from the catalogue: a table
 * that refers to an account, directly or by other tables, gets one row, with the mark in each of its texts. A new table
 * therefore has one without anybody writing it down; where its rules allow no such row, `exact` says what it needs.
 */

/** In every text of the person. Its bytes are marked, too: `\\x…` has it as hexadecimal digits. */
export const mark = 'markedperson'
export const marks = [mark, Buffer.from(mark).toString('hex')]
export const markedUser = `${mark}-users-id`
export const markedEmail = `${mark}@example.org`
export const markedDevice = `${mark}-devices-id`
export const markedSession = `${mark}-sessions-id`
/** The hardware, which was sold and can be registered by somebody else. */
export const imei = '350000000000471'

type Values = Record<string, unknown>

/** What rules of a table demand, or what belongs to nobody: a column with its value. */
function exact(now: Date): Record<string, Values> {
  const inAYear = new Date(now.getTime() + 365 * dayMs)
  return {
    users: {
      id: markedUser,
      email: markedEmail,
      pending_email: `${mark}-new@example.org`,
      email_verified_at: now,
      deletes_at: null,
      // In tables of their own.
      email_returned_at: null,
    },
    saved_routes: { news_for: now, news_state: 'SENT' },
    guard_zones: { weekdays: [1], from_time: '22:00', to_time: '06:00' },
    own_place_watches: { visits: ['ARRIVED'] },
    webhooks: { paused: null },
    mqtt_brokers: { failure: null },
    // What the operator entered about the hardware.
    device_inventory: {
      imei,
      model: 'Spur 2',
      tracker_id: 'tracker-471',
      speed_unit: null,
      secret_hash: Buffer.from('of the hardware'),
      decryption_secret: 'of the hardware',
      claim_code_hash: null,
      unproven_protocols: [],
      last_active_at: now,
    },
    // A key is sold; its holder may use it. `licences.store.test.ts` tells.
    licences: { id: 'licence-471', licence_key: 'WW-471', expires_at: inAYear },
    devices: { imei, demo: false, season_from: 4, season_to: 10, inspection_due: '2027-05', alarm_tested_at: null },
    sessions: { expires_at: inAYear },
    // A report stays on the map as a place without a name.
    poi_reports: { poi_id: 'poi-471' },
    device_losses: { reason: 'TOO_OLD', clock_ahead_minutes: null },
    consents: { text_hash: Buffer.alloc(32, mark) },
    // Their own; that of a contact is deleted with the contact.
    phones: { contact_id: null, channel: 'SMS' },
    phone_codes: { contact_id: null, channel: 'SMS' },
    // Only this kind of link belongs to an alarm.
    email_tokens: { purpose: 'own-ride' },
    // What support did and who it was stay, without whose account it was and what it says of it.
    support_actions: { operator: 'jemand', kind: 'verification-sent' },
    // Ended: the test asks for one itself.
    account_deletions: { ended_at: now, email_due: null },
  }
}

/** Tables of a person that no foreign key leads to. */
const byName = ['attempts', 'device_inventory', 'positions']

export async function putMarkedPerson(database: Database, now: Date): Promise<void> {
  const tables = await readTables(database)
  const wanted = [...byName.filter((name) => name === 'device_inventory'), ...tablesOfUsers(tables)]
  const rows = new Map<string, Values>()
  for (const table of inOrder(wanted, tables)) {
    const values = valuesFor(table, rows, exact(now)[table.name] ?? {}, now)
    rows.set(table.name, await insert(database, table, values))
  }
  await database
    .updateTable('users')
    .set({ picture_id: `${mark}-uploads-id` })
    .where('id', '=', markedUser)
    .execute()
  await putWhatOnlyNames(database, now)
}

/** What has the person in it without a foreign key. */
async function putWhatOnlyNames(database: Database, now: Date): Promise<void> {
  const subjects = [markedUser, markedEmail, `${markedEmail} 192.0.2.0`, markedDevice]
  await database
    .insertInto('attempts')
    .values(subjects.map((subject) => ({ kind: 'any', subject, at: now })))
    .execute()
  await database.transaction().execute(async (transaction) => {
    await prepareDays(transaction, [now], new Set())
    const place = { latitude: 49, longitude: 8.4 }
    await transaction
      .insertInto('positions')
      .values({ device_id: markedDevice, recorded_at: now, received_at: now, ...place })
      .execute()
  })
  // Somebody else's device is offered to the person, the address as its owner typed it.
  const other = { id: 'other', email: 'other@example.org', password_hash: '', created_at: now, demo: false }
  await database.insertInto('users').values(other).execute()
  await sql`insert into device_inventory (imei, model, imported_at) values ('350000000000472', 'Spur 2', ${now})`.execute(
    database,
  )
  await sql`
    insert into devices (id, imei, user_id, name, usage_type, registered_at, demo)
    values ('device-472', '350000000000472', 'other', 'Spur', 'AUTO', ${now}, false)`.execute(database)
  await database
    .insertInto('device_offers')
    .values({ device_id: 'device-472', email: markedEmail.toUpperCase(), expires_at: now })
    .execute()
  // The person is an emergency contact for it, too.
  await database
    .insertInto('emergency_contacts')
    .values({
      id: 'contact-472',
      device_id: 'device-472',
      email: markedEmail.toUpperCase(),
      email_hash: hashOf(markedEmail),
      position: 1,
      invited_at: now,
      invitation_ends_at: now,
      accepted_at: now,
      agreement_version: 1,
      left_at: null,
    })
    .execute()
  // They have accepted to drive it, and have been invited again.
  const invited = { device_id: 'device-472', name: 'Anna', role: 'DRIVER' as const, invited_at: now, ends_at: null }
  const address = { email: markedEmail.toUpperCase(), invitation_ends_at: now }
  await database
    .insertInto('vehicle_people')
    .values([
      { ...invited, ...address, id: 'person-472', user_id: markedUser, token_hash: hashOf('472'), accepted_at: now },
      { ...invited, ...address, id: 'person-473', user_id: null, token_hash: hashOf('473'), accepted_at: null },
    ])
    .execute()
}

interface Column {
  name: string
  type: string
  required: boolean
  parent: string | null
  parentColumn: string | null
}

interface Table {
  name: string
  columns: Column[]
  checks: string
}

async function readTables(database: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as name,
      (select coalesce(string_agg(pg_get_constraintdef(oid), ' '), '') from pg_constraint
        where conrelid = pg_class.oid and contype = 'c') as checks,
      (select json_agg(json_build_object(
          'name', own.attname,
          'type', format_type(own.atttypid, null),
          'required', own.attnotnull and not own.atthasdef,
          'parent', parent.name,
          'parentColumn', parent.column) order by own.attnum)
        from pg_attribute own
        left join lateral (
          select confrelid::regclass::text as name, referenced.attname as column from pg_constraint
          join pg_attribute referenced on referenced.attrelid = confrelid and referenced.attnum = confkey[1]
          where conrelid = pg_class.oid and contype = 'f' and conkey[1] = own.attnum
        ) parent on true
        where own.attrelid = pg_class.oid and own.attnum > 0 and not own.attisdropped
          and own.attidentity = '' and own.attgenerated = '') as columns
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'`.execute(database)
  return rows
}

/** The tables that refer to `users`, whether directly or not, and `users`. */
function tablesOfUsers(tables: readonly Table[]): string[] {
  const found = new Set(['users'])
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const { name, columns } of tables) {
      if (columns.some(({ parent }) => parent !== null && found.has(parent))) found.add(name)
    }
  }
  return [...found]
}

/** Parents before their children. What may be empty does not count: a user's picture refers back. */
function inOrder(names: readonly string[], tables: readonly Table[]): Table[] {
  const left = tables.filter(({ name }) => names.includes(name))
  const ordered: Table[] = []
  while (left.length > 0) {
    const at = left.findIndex(({ columns }) =>
      columns.every(({ parent, type, required }) => {
        const waits = parent !== null && (required || type === 'text') && parent !== 'uploads'
        return !waits || !left.some(({ name }) => name === parent)
      }),
    )
    const next = left.splice(at, 1)[0]
    if (at === -1 || next === undefined)
      throw new Error(`tables refer to each other: ${left.map(({ name }) => name).join()}`)
    ordered.push(next)
  }
  return ordered
}

function valuesFor(table: Table, rows: ReadonlyMap<string, Values>, given: Values, now: Date): Values {
  const values: Values = {}
  for (const column of table.columns) {
    const parent = column.parent === null ? undefined : rows.get(column.parent)
    if (column.name in given) values[column.name] = given[column.name]
    else if (column.parent !== null) values[column.name] = parent?.[column.parentColumn ?? ''] ?? null
    else values[column.name] = valueOf(table, column, now)
  }
  return values
}

/** Only texts and bytes can name a person; of the rest, what may be empty stays so. */
function valueOf({ name: table, checks }: Table, { name, type, required }: Column, now: Date): unknown {
  const text = `${mark}-${table}-${name}`
  if (type === 'text') return allowedIn(checks, name) ?? text
  if (type === 'bytea') return Buffer.from(text)
  if (type === 'text[]') return [text]
  if (type === 'jsonb') return JSON.stringify({ note: text })
  if (!required) return undefined
  if (type.startsWith('timestamp')) return now
  if (type === 'boolean') return false
  if (type === 'geometry') return 'SRID=4326;POINT(8.4 49)'
  return 1
}

/** The first word that a rule lists for a column. */
function allowedIn(checks: string, column: string): string | null {
  const rule = new RegExp(`\\(${column} = ANY \\(ARRAY\\['([^']+)'`).exec(checks)
  return rule?.[1] ?? null
}

async function insert(database: Database, { name }: Table, values: Values): Promise<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const columns = sql.join(given.map(([column]) => sql.ref(column)))
  const { rows } = await sql<Values>`
    insert into ${sql.table(name)} (${columns}) values (${sql.join(given.map(([, value]) => value))})
    returning *`
    .execute(database)
    .catch((error: unknown) => {
      throw new Error(`${name} needs values of its own: say them in \`exact\``, { cause: error })
    })
  return rows[0] ?? {}
}

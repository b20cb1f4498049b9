import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/*
 * Positions may one day lie on several servers, each device's on one of them (docs/decisions/0064-positions-on-several-servers.md).
 * So a statement that reads or writes them names its device, or a list of devices, and reads no other table beside them.
 */

/** Where a statement stands that names the table. */
const places = [
  'server/db/positions/position-days.ts',
  'server/db/positions/stored-positions.ts',
  'server/features/account-deletion/deletion-figures.ts',
  'server/features/alarms/answers/kept-taps.store.ts',
  'server/features/alarms/guard/nights.ts',
  'server/features/alarms/guard/silence.store.ts',
  'server/features/data-export/exported-rows.store.ts',
  'server/features/history/history.hooks.ts',
  'server/features/history/parked-traces.store.ts',
  'server/features/history/position-removals.store.ts',
  'server/features/history/positions.store.ts',
  'server/features/own-places/place-visits.store.ts',
  'server/features/shares/shared-data.store.ts',
  'server/features/vehicles/vehicles.store.ts',
]

/** What is not as it should be, each with the reason for which it stays. */
const exceptions: Readonly<Record<string, string>> = {
  'server/db/positions/position-days.ts: names no device': 'a day is made and dropped for all devices',
  'server/db/positions/stored-positions.ts: names no device':
    'a batch is one statement for its devices: their list is added where they are distributed, else PostgreSQL reads all their days (18 ms instead of 1.2)',
  'server/features/history/positions.store.ts: names no device':
    'which devices have positions that expire, four times an hour',
}

/** A text of SQL, or a chain of calls that builds one. */
interface Statement {
  text: string
  isCalls: boolean
}

/** What says in SQL that a table is read or written, and in calls. */
const inSql = /\b(?:from|join|into|update|using|table)\s+(?:only\s+)?"?([a-z_]+)\b/gi
const inCalls =
  /\.(?:selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom|mergeInto|using)\(\s*'([a-z_]+)(?: as \w+)?'/g
const ofDevice = /\bdevice_id\s*=\s*(?:\$\{\}|any\(\$\{\}(?:::text\[\])?\))/gi
const ofDeviceInCalls = /\.where\(\s*'(?:positions\.)?device_id',\s*'=',/g

/** The statements of a file that name the table themselves. What is put into a text is a text of its own. */
function statementsIn(file: string, source: string): Statement[] {
  const { program } = parseSync(file, source)
  const texts: Statement[] = []
  const chains: { start: number; end: number }[] = []
  new Visitor({
    TemplateLiteral: ({ quasis }) =>
      void texts.push({ text: quasis.map(({ value }) => value.raw).join('${}'), isCalls: false }),
    CallExpression: ({ start, end }) => void chains.push({ start, end }),
  }).visit(program)
  // A chain of calls contains its beginnings: the longest that begins at the same place is the whole.
  const whole = chains.filter(
    (one) => !chains.some((other) => other !== one && other.start === one.start && other.end > one.end),
  )
  const calls = whole.map(({ start, end }) => ({ text: source.slice(start, end), isCalls: true }))
  return [...texts, ...calls].filter((statement) => tablesOf(statement).includes('positions'))
}

function tablesOf({ text, isCalls }: Statement): string[] {
  return [...text.matchAll(isCalls ? inCalls : inSql)].map(([, name = '']) => name)
}

const known = new Set(
  globSync('server/**/*.tables.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ +(\w+): table\(/gm)].map(([, name = '']) => name),
  ),
)

/** What a statement does that could not be done where each device's positions lie on a server of their own. */
function faultsOf(statement: Statement): string[] {
  const tables = tablesOf(statement)
  const mentions = tables.filter((name) => name === 'positions').length
  const named = [...statement.text.matchAll(statement.isCalls ? ofDeviceInCalls : ofDevice)].length
  const isForOthers = tables.some((name) => name !== 'positions' && known.has(name))
  return [...(named < mentions ? ['names no device'] : []), ...(isForOthers ? ['is for other tables, too'] : [])]
}

const found = globSync('server/**/*.ts')
  .filter((file) => !/\.test\.|\/testing\/|\/migrations\//.test(file))
  .toSorted()
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  .filter(({ source }) => /\bpositions\b/.test(source))
  .map(({ file, source }) => ({ file, statements: statementsIn(file, source) }))
  .filter(({ statements }) => statements.length > 0)

test('positions are named in few files', () => {
  expect(known.has('positions') && known.size > 60).toBe(true)
  expect(found.map(({ file }) => file)).toEqual(places)
})

test('a statement for positions names its device, and reads no other table', () => {
  const faults = found.flatMap(({ file, statements }) =>
    statements.flatMap(faultsOf).map((fault) => `${file}: ${fault}`),
  )
  expect(
    [...new Set(faults)].toSorted(),
    'ask for one device at a time (newest_position and its like, migration 0135), or for the ids first',
  ).toEqual(Object.keys(exceptions).toSorted())
})

test('no trigger hangs on positions but the one that tells of them', () => {
  const schema = readFileSync('server/db/schema/schema.txt', 'utf8')
  expect(schema.match(/^trigger positions\..*$/gm)).toEqual(['trigger positions.positions_told'])
})

test.each<[source: string, faults: string[]]>([
  ['sql`select from positions where device_id = ${id}`', []],
  ['sql`select from positions where positions.device_id = any(${ids}::text[])`', []],
  ['sql`delete from positions where recorded_at < ${before}`', ['names no device']],
  ['sql`select from positions where device_id = ${id} and at < (select max(at) from positions)`', ['names no device']],
  ['sql`select (select max(at) from positions where device_id = devices.id)`', ['names no device']],
  ['sql`select from devices join positions on device_id = ${id}`', ['is for other tables, too']],
  [
    'sql`with gone as (delete from positions where device_id = ${id}) update users set name = 1`',
    ['is for other tables, too'],
  ],
  ['sql`select from devices where ${sql`exists (select from positions where device_id = ${id})`}`', []],
  ["on.selectFrom('positions').select('flag').where('device_id', '=', id).execute()", []],
  ["on.deleteFrom('positions').where('device_id', 'in', ids).execute()", ['names no device']],
  [
    "on.selectFrom('devices').innerJoin('positions', 'device_id', 'devices.id').execute()",
    ['names no device', 'is for other tables, too'],
  ],
])('%s: %j', (source, faults) => {
  expect(statementsIn('a.ts', source).flatMap(faultsOf)).toEqual(faults)
})

test.each(["on.selectFrom('position_ends').execute()", "titled('positions')", 'sql`select positions from removals`'])(
  '%s does not name them',
  (source) => {
    expect(statementsIn('a.ts', source)).toEqual([])
  },
)

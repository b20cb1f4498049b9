import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** One line per migration, as `sha256sum` writes it: the hash, two blanks, the name of its file. */
const list = readFileSync('checks/migrations.sha256', 'utf8')
const files = globSync('server/db/migrations/*.ts').toSorted()
const lines = files.map((file) => {
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `${hash}  ${basename(file)}`
})
const listed = list.trimEnd().split('\n')
const frozen = new Map(listed.map((line) => [line.slice(66), line]))
const namesOf = (some: readonly string[]) => some.map((line) => line.slice(66))

test('each migration has one line in checks/migrations.sha256, so that no other form of it is allowed', () => {
  expect(frozen.size).toBe(listed.length)
})

test('a migration never changes, because databases have already run it: a change is a new migration', () => {
  const changed = lines.filter((line) => frozen.has(line.slice(66)) && frozen.get(line.slice(66)) !== line)
  expect(changed, 'put these back as they were, and write a new migration').toEqual([])
  const present = new Set(namesOf(lines))
  expect([...frozen.keys()].filter((name) => !present.has(name))).toEqual([])
})

/** The lines are in the order in which migrations landed; up to this one it was not the order of their numbers. */
const lastUnordered = { line: 80, name: '0094_room_in_alarm_guards.ts' }

/** What does not have a number above all that landed before it, or was put in between. */
function outOfOrder(names: readonly string[]): string[] {
  const ordered = names.slice(lastUnordered.line - 1)
  if (ordered[0] !== lastUnordered.name) return [lastUnordered.name]
  return ordered.filter((name, index) => index > 0 && name.slice(0, 4) <= (ordered[index - 1] ?? '').slice(0, 4))
}

/** The list with the lines of new files as its last. What is listed stays as it is, also where its file has changed. */
function withNew(landed: readonly string[], present: readonly string[]): string[] {
  const names = new Set(namesOf(landed))
  return [...landed, ...present.filter((line) => !names.has(line.slice(66)))]
}

test('a new migration has a number above the last landed, so that a version with the last one has all before it, and its line in checks/migrations.sha256, which `--update` adds', async () => {
  const all = withNew(listed, lines)
  expect(outOfOrder(namesOf(all)), 'give these the next number').toEqual([])
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('migrations.sha256')
})

test('a file that has changed keeps its line, also when a new one gets its own', () => {
  const [landed, changed, added] = ['a', 'b', 'c'].map((digit) => digit.repeat(64))
  expect(withNew([`${landed}  0001_one.ts`], [`${changed}  0001_one.ts`, `${added}  0002_two.ts`])).toEqual([
    `${landed}  0001_one.ts`,
    `${added}  0002_two.ts`,
  ])
})

test.each([
  [['0095_next.ts', '0097_after.ts'], []],
  [['0095_next.ts', '0095_other.ts'], ['0095_other.ts']],
  [['0096_next.ts', '0095_before.ts'], ['0095_before.ts']],
  [['0089_before_the_last.ts'], ['0089_before_the_last.ts']],
])('after the last landed come %j', (added, refused) => {
  const landed = namesOf(listed.slice(0, lastUnordered.line))
  expect(outOfOrder([...landed, ...added])).toEqual(refused)
  expect(outOfOrder([...added, ...landed])).toEqual([lastUnordered.name])
})

/** Before this one no version looked which migrations it tolerates (`server/db/schema/tolerated-migrations.ts`). */
const firstTolerant = '0093'
const landedAfterIt = ['0088', '0090']

/** What a process of the version before, which goes on during an upgrade, would fail at. */
const takingAway: readonly [what: string, found: RegExp][] = [
  [
    'takes something away',
    /\bdrop (column|table|view|function|trigger|sequence|type|schema)\b|\.drop(Column|Table|View)\(/i,
  ],
  ['renames something', /\brename\b|\.rename(To|Column)\(/i],
  ['changes the type of a column', /\balter( column)? \w+ (set data )?type\b|\.setDataType\(/i],
  ['refuses what was stored without a value', /\bset not null\b|\.setNotNull\(|\bdrop default\b|\.dropDefault\(/i],
  [
    'adds a column that needs a value',
    /\badd (column )?(if not exists )?(?!constraint\b|primary\b|unique\b|check\b|foreign\b)\w+ (?!.*\bdefault\b).*\bnot null\b/i,
  ],
  ['refuses values that were allowed', /\badd (constraint|check|unique|foreign|primary)\b|\bcreate unique index\b/i],
]

/** What a migration does to processes of the version before without saying which versions go on beside it. */
function unsaid(migration: string): string[] {
  if (/^export const toleratedSince = ('\d{4}_\w+'|null)$/m.test(migration)) return []
  return takingAway.filter(([, found]) => found.test(migration)).map(([what]) => what)
}

test('beside a new migration the version before goes on, or the migration says which versions do', () => {
  const found = files
    .filter((file) => basename(file).slice(0, 4) > firstTolerant || landedAfterIt.includes(basename(file).slice(0, 4)))
    .flatMap((file) => unsaid(readFileSync(file, 'utf8')).map((what) => `${basename(file)} ${what}`))
  expect(found, 'see docs/decisions/0063-versions-side-by-side.md').toEqual([])
})

test.each([
  ['alter table devices drop column model', ['takes something away']],
  ['drop table devices', ['takes something away']],
  ["db.schema.alterTable('devices').dropColumn('model')", ['takes something away']],
  ['alter table devices rename model to kind', ['renames something']],
  ['alter table devices alter column model type integer', ['changes the type of a column']],
  ['alter table devices alter column model set not null', ['refuses what was stored without a value']],
  ['alter table devices add column model text not null', ['adds a column that needs a value']],
  ['alter table devices add model text not null', ['adds a column that needs a value']],
  ["alter table devices add constraint a check (model <> '')", ['refuses values that were allowed']],
  ["export const toleratedSince = '0095_models'\nalter table devices drop column model", []],
  ['export const toleratedSince = null\nalter table devices drop column model', []],
  ["alter table devices add column model text not null default ''", []],
  ['alter table devices add column model text, drop constraint devices_check', []],
  ['create table models (id text not null)', []],
])('%s', (migration, what) => {
  expect(unsaid(migration)).toEqual(what)
})

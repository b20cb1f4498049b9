import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigProblem, readSettings } from '#server/config.ts'
import { connect, type Connection, type Database } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate, migrations, runMigrations } from './migrate.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { readSchema } from './schema.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/*
 * Four migrations were changed after they had been applied. Every database that an earlier version of the product created
 * reaches the same schema as a new one.
 */

/** Statements that turn the result of a migration's present form into that of its first form. */
const earlierForms: Record<string, readonly RawBuilder<unknown>[]> = {
  '0008_accidents': [sql`alter table accidents drop column latitude, drop column longitude`],
  '0009_poi_reports': [sql`alter table poi_reports drop column ends_at`],
  '0022_ends_of_a_past': [
    sql`
      create or replace function note_release() returns trigger language plpgsql as $$
      begin
        update device_inventory set released_at = clock_timestamp()
        where imei = old.imei and (released_at is null or released_at <= old.registered_at);
        return old;
      end $$`,
  ],
  '0025_untold_movement': [
    sql`alter table alarm_guards drop column untold_fix_at`,
    sql`alter table alarm_guards add column untold boolean not null default false`,
    sql`create index alarm_guards_untold on alarm_guards (device_id) where untold`,
  ],
}

/** The numbers of the migrations in the order in which the product got them, up to the last one that was changed later. */
const landed = [1, 2, 3, 4, 5, 6, 12, 7, 8, 11, 10, 13, 9, 14, 15, 16, 17, 18, 19, 20, 21, 24, 25, 22, 23]
const lastBeforeRepair = '0030_rested_until'
const repair = '0033_one_schema'
/** Removes the column that the repair reads. */
const withoutPlane = '0076_accidents_without_plane'

const postgres = runPostgres()
if ('missing' in postgres) {
  test.skip(`databases of earlier versions on PostgreSQL (skipped: ${postgres.missing})`)
} else {
  const made: string[] = []
  let server: Connection
  let expected: string[]
  beforeAll(async () => {
    server = connect(postgres)
    expected = await definitionsOf(server.database)
  })
  afterAll(async () => {
    for (const name of made) await sql`drop database if exists ${sql.id(name)} with (force)`.execute(server.database)
    await server.close()
    // Dozens of databases, on a machine that may be busy.
  }, 120_000)

  const urlOf = (name: string) => postgres.url.replace('/postgres?', `/${name}?`)
  const create = async (name: string, template = 'template1') => {
    await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(server.database)
    made.push(name)
  }
  const inDatabase = async <T>(name: string, work: (database: Database) => Promise<T>): Promise<T> => {
    const { database, close } = connect({ url: urlOf(name) })
    try {
      return await work(database)
    } finally {
      await close()
    }
  }

  test('a database of any earlier version, migrated by every version after it, reaches the schema of a new one', async () => {
    await create('landing')
    for (const [count, number] of landed.entries()) {
      const present = new Set(landed.slice(0, count + 1))
      await inDatabase('landing', (database) =>
        runMigrations(
          database,
          inEarlierForm((of) => present.has(of)),
        ),
      )
      const copy = `landed_after_${number}`
      await create(copy, 'landing')
      const reached = await inDatabase(copy, async (database) => {
        await migrate(database)
        return definitionsOf(database)
      })
      expect(reached, `migrated up to the arrival of ${number}`).toEqual(expected)
    }
  }, 180_000)

  test('a database that has run all migrations, any of them in an earlier form, reaches the schema of a new one', async () => {
    await create('all_done')
    const upToRepair = Object.entries(migrations).filter(([name]) => name <= lastBeforeRepair)
    await inDatabase('all_done', (database) => runMigrations(database, Object.fromEntries(upToRepair)))
    const changed = Object.keys(earlierForms)
    for (let choice = 0; choice < 2 ** changed.length; choice += 1) {
      const earlier = changed.filter((_, index) => (choice & (1 << index)) > 0)
      const copy = `all_done_${choice}`
      await create(copy, 'all_done')
      const reached = await inDatabase(copy, async (database) => {
        for (const name of earlier) await makeEarlier(database, name)
        await migrate(database)
        return definitionsOf(database)
      })
      expect(reached, `with the earlier form of ${earlier.join(', ')}`).toEqual(expected)
    }
  }, 180_000)

  test('a database that lacks what the product needs is refused at the start; one line names what is missing', async () => {
    await create('damaged')
    const settings = readSettings({ DATABASE_URL: urlOf('damaged') })
    const { database, close } = await openDatabase(settings, 'command')
    await sql`alter table alarm_guards drop column untold_fix_at`.execute(database)
    await close()
    const refused = openDatabase(settings, 'command')
    await expect(refused).rejects.toThrow(ConfigProblem)
    await expect(refused).rejects.toThrow(/Schema der Datenbank .* 2 Stellen .*„column alarm_guards\.untold_fix_at/)
  }, 60_000)
}

test('an embedded database with the earlier forms reaches the schema of a new one, and keeps its rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-landed-'))
  await fillWithMigratedDatabase(folder)
  const embedded = await openEmbedded(folder, 'server')
  const { database, close } = connect({ socketFolder: embedded.socketFolder })
  const expected = await definitionsOf(database)
  for (const name of Object.keys(earlierForms)) await makeEarlier(database, name)
  await sql`alter table accidents add column place geometry(Point, 25832)`.execute(database)
  await sql`
    with part as (
      insert into accident_parts (edition, region, land, whole, year, months) values (1, 'x', 8, true, 2024, 12) returning id)
    insert into accidents (part_id, place, built_up, category)
    select id, st_transform(st_setsrid(st_makepoint(8.4, 49), 4326), 25832), false, 1 from part`.execute(database)
  await sql`delete from kysely_migration where name in (${repair}, ${withoutPlane})`.execute(database)
  await migrate(database)
  // Of 0137, which has run here before: it went with the column. In a database of that time it runs after the repair.
  await sql`create index accidents_latitude on accidents (latitude)`.execute(database)
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select latitude, longitude from accidents`.execute(database)
  const reached = await definitionsOf(database)
  await close()
  await embedded.close()
  rmSync(folder, { recursive: true })
  expect(reached).toEqual(expected)
  expect(rows[0]?.latitude).toBeCloseTo(49, 6)
  expect(rows[0]?.longitude).toBeCloseTo(8.4, 6)
}, 60_000)

function inEarlierForm(isPresent: (number: number) => boolean): Record<string, Migration> {
  const present = Object.entries(migrations).filter(([name]) => isPresent(Number.parseInt(name, 10)))
  return Object.fromEntries(
    present.map(([name, migration]) => [
      name,
      {
        async up(database: Kysely<never>) {
          await migration.up(database)
          await makeEarlier(database, name)
        },
      },
    ]),
  )
}

async function makeEarlier(database: Kysely<never> | Database, name: string): Promise<void> {
  for (const step of earlierForms[name] ?? []) await step.execute(database)
}

/** The schema with the definitions of its indexes, constraints and triggers, to compare two databases of one server. */
async function definitionsOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select indexdef as line from pg_indexes
    where schemaname = 'public' and tablename not like 'kysely%' and tablename !~ '^positions_[0-9]'
    union all
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and not conrelid::regclass::text ~ '^(kysely|positions_[0-9])'
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`.execute(database)
  return [...(await readSchema(database)), ...rows.map(({ line }) => line).toSorted()]
}

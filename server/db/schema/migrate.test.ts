import { readdirSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { ConfigProblem } from '#server/config.ts'
import { migrate, migrations, runMigrations } from './migrate.ts'
import { distributionOf } from '#server/db/positions/distribution.ts'
import { missingInSchema, readSchema } from './schema.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'

describeOnBothDatabases('migrations', (database) => {
  test('a second run finds nothing to do', async () => {
    expect(await migrate(database)).toEqual([])
  })

  test('lead to the schema that every start compares with; after a new migration, `--update` writes it down', async () => {
    const whole = `${(await readSchema(database)).join('\n')}\n`
    // Where positions are distributed, they have no trigger.
    if ((await distributionOf(database)) === null) await expect(whole).toMatchFileSnapshot('./schema.txt')
    expect(await missingInSchema(database)).toEqual([])
  })

  test('every file among the migrations has run', async () => {
    const files = readdirSync(new URL('../migrations', import.meta.url)).map((file) => file.replace('.ts', ''))
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
    expect(rows.map(({ name }) => name)).toEqual(files.toSorted())
  })

  test('two processes that migrate at once do not disturb each other', async () => {
    expect(await Promise.all([migrate(database), migrate(database)])).toEqual([[], []])
  })

  test('that a process of the version before comes in the way of run once more', async () => {
    let runs = 0
    const up = async (db: Kysely<unknown>) => {
      runs += 1
      await sql`create table of_a_test ()`.execute(db)
      if (runs === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    }
    const applied = { ...migrations, '9001_of_a_test': { up } }
    expect(await runMigrations(database, applied)).toEqual(['9001_of_a_test'])
    expect(runs).toBe(2)
    await sql`drop table of_a_test`.execute(database)
    await sql`delete from kysely_migration where name = '9001_of_a_test'`.execute(database)
  })

  test('a database that a newer version of the product has migrated is left alone; one line says what to do', async () => {
    const newer = '9001_of_tomorrow'
    await sql`insert into kysely_migration (name, timestamp) values (${newer}, '')`.execute(database)
    const refusal: unknown = await migrate(database).catch((error: unknown) => error)
    await sql`delete from kysely_migration where name = ${newer}`.execute(database)
    expect(refusal).toBeInstanceOf(ConfigProblem)
    expect(String(refusal)).toMatch(
      /^Error: Die Datenbank stammt von einer neueren Version.*9001_of_tomorrow.*Bitte[^\n]+$/,
    )
  })

  test('a database of a version that lacks a migration of this one is left alone; one line names it', async () => {
    const [newer, lacking] = ['9001_of_tomorrow', '0094_room_in_alarm_guards']
    await sql`insert into kysely_migration (name, timestamp) values (${newer}, '')`.execute(database)
    await sql`insert into tolerated_migrations (name, since) values (${newer}, '0093_processes_and_tolerated_migrations')
      on conflict do nothing`.execute(database)
    expect(await migrate(database)).toEqual([])
    const { rows } = await sql<{ timestamp: string }>`
      delete from kysely_migration where name = ${lacking} returning timestamp`.execute(database)
    const refusal: unknown = await migrate(database).catch((error: unknown) => error)
    await sql`insert into kysely_migration (name, timestamp) values (${lacking}, ${rows[0]?.timestamp})`.execute(
      database,
    )
    await sql`delete from kysely_migration where name = ${newer}`.execute(database)
    await sql`delete from tolerated_migrations where name = ${newer}`.execute(database)
    expect(refusal).toBeInstanceOf(ConfigProblem)
    expect(String(refusal)).toMatch(
      /^Error: Die Datenbank stammt von einer Version.*0094_room_in_alarm_guards.*Bitte[^\n]+$/,
    )
  })

  test('PostGIS is there and counts in metres', async () => {
    const { rows } = await sql<{ metres: number }>`
      select st_distance('point(8.4 49)'::geography, 'point(8.4 50)'::geography) as metres`.execute(database)
    expect(rows[0]?.metres).toBeCloseTo(111_219, -1)
  })

  test('every index exists that queries by area rely on', async () => {
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where indexdef like '%gist%'`.execute(database)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['pois_place', 'pois_place_metres']))
  })
})

import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { insertUser } from '#server/testing/rows.ts'
import { createOwnToursStore, type NewTour } from './own-tours.store.ts'
import { ownToursRegister } from './own-tours.tables.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
const begins = Date.parse('2026-05-01T08:00:00Z') / 1000
const { keptDays, keptLongerDays } = ownToursLimits

const tour = (id: string, more: Partial<NewTour> = {}): NewTour => ({
  id,
  name: 'Am Meer',
  source: 'gpx',
  begins,
  ends: begins + 60,
  lengthMetres: 1_100,
  points: 2,
  pieces: '[[[0,5410000,-620000]],[[60,5411000,-620000]]]',
  line: ['a', 'b'],
  ...more,
})

describeOnBothDatabases('tours of one’s own', (database) => {
  const store = createOwnToursStore(database)
  const add = (tours: readonly NewTour[], comparedWith: readonly string[] = [], at = now, userId = 'anna') =>
    store.add({ userId, comparedWith, tours }, at)
  const left = async () => (await store.page('anna', null, now)).tours.map(({ id }) => id)

  beforeEach(async () => {
    await insertUser(database, 'anna', now)
    await insertUser(database, 'bert', now)
  })

  test('are listed page by page, the latest first, and found by their owner alone', async () => {
    const ids = Array.from({ length: ownToursLimits.pageRows + 1 }, (_, index) => `tour-${1_000 + index}`)
    expect(await add(ids.map((id, index) => tour(id, { begins: begins + index })))).toBe('added')
    const first = await store.page('anna', null, now)
    expect(first.tours).toHaveLength(ownToursLimits.pageRows)
    expect(first.tours[0]).toEqual({
      id: ids.at(-1),
      name: 'Am Meer',
      source: 'gpx',
      beganAt: new Date((begins + ids.length - 1) * 1000).toISOString(),
      endedAt: new Date((begins + 60) * 1000).toISOString(),
      lengthMetres: 1_100,
      points: 2,
      readAt: now.toISOString(),
      keptUntil: daysAgo(-keptDays).toISOString(),
    })
    expect(first.next).not.toBeNull()
    expect(await store.page('anna', first.next, now)).toMatchObject({ tours: [{ id: ids[0] }], next: null })
    expect(await store.find('anna', 'tour-1000', now)).toMatchObject({ line: ['a', 'b'] })
    expect(await store.find('bert', 'tour-1000', now)).toBeNull()
    expect(await store.remove('bert', 'tour-1000')).toBe(false)
    expect([await store.remove('anna', 'tour-1000'), await store.removeAll('anna')]).toEqual([true, ids.length - 1])
  })

  test('are added only beside those that the file was compared with, and up to a limit', async () => {
    await add([tour('one')])
    expect(await store.known('anna', now)).toEqual([{ id: 'one', begins, pieces: tour('one').pieces }])
    expect(await add([tour('two')])).toBe('changed')
    expect(await add([tour('two', { points: ownToursLimits.points })], ['one'])).toBe('full')
    expect(await left()).toEqual(['one'])
    expect(await add([tour('two')], ['one', 'gone'])).toBe('added')
    expect(await add([tour('three')], [], now, 'bert')).toBe('added')
  })

  test('end after days, and after a year while there is consent', async () => {
    await add([tour('old')], [], daysAgo(keptLongerDays + 1))
    await add([tour('weeks')], ['old'], daysAgo(keptDays + 1))
    await add([tour('new')], ['old', 'weeks'], daysAgo(keptDays - 1))
    expect(await left()).toEqual(['new'])
    await store.keepLonger('anna', 1, now)
    await store.keepLonger('anna', 1, now)
    expect(await left()).toEqual(['weeks', 'new'])
    expect((await store.page('anna', null, now)).isKeptLonger).toBe(true)
    await deleteOld(database, now)
    expect(await ids()).toEqual(['new', 'weeks'])
    expect(await store.withdraw('anna', now)).toBe(1)
    expect(await store.withdraw('anna', now)).toBe(0)
    expect(await ids()).toEqual(['new'])
    const said = await database.selectFrom('consents').select(['given', 'device_id']).orderBy('id').execute()
    expect(said).toEqual([
      { given: true, device_id: null },
      { given: false, device_id: null },
    ])
    await deleteOld(database, daysAgo(-2))
    expect(await ids()).toEqual([])
  })

  test('are in the export fix by fix, with their times', async () => {
    await add([tour('one')])
    const [fixes] = ownToursRegister.tables.own_tours.columns.pieces.fields
    const { rows } = await sql`select ${fixes?.by} as fixes from own_tours`.execute(database)
    expect(rows).toEqual([
      { fixes: ['2026-05-01 08:00:00, 54.10000, -6.20000', '2026-05-01 08:01:00, 54.11000, -6.20000'] },
    ])
  })

  async function ids(): Promise<string[]> {
    const rows = await database.selectFrom('own_tours').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
})

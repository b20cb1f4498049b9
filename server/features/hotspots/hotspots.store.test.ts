import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import type { ImportTarget } from '#server/db/connection/editions.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createFeedsStore } from '#server/features/feeds/feeds.store.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { randomId } from '#server/platform/ids.ts'
import { createPlaceFinder } from '#server/places/built-up-areas.ts'
import { createAccidentsStore } from './accidents.store.ts'
import type { FetchTable } from './fetch-table.ts'
import { createHotspotsService } from './hotspots.service.ts'

const real = join(process.env['SHARED_DIR'] ?? '../shared', 'data/unfallatlas')
const berlin = [2018, 2019, 2020].map((year) => join(real, `berlin_${year}_AfSBBB.csv`))
const regensburg = join(real, 'regensburg_2016-2020_derived.csv')
const isMissing = ![...berlin, regensburg].every((file) => existsSync(file))

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-hotspots-'))
afterAll(() => rmSync(folder, { recursive: true }))

const header = 'OBJECTID;ULAND;UJAHR;UMONAT;UWOCHENTAG;UKATEGORIE;UTYP1;IstKrad;STRZUSTAND;XGCSWGS84;YGCSWGS84'
/** On the road over the Feldberg in the Taunus, far from any town. */
const feldberg = { latitude: 50.2325, longitude: 8.4579 }
const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }

interface Row {
  land?: number
  /** With a car and no motorcycle; where no row says so, the table does not tell. */
  car?: boolean
  year?: number
  /** 1 is Sunday; absent: the table does not tell. */
  weekday?: number
  category?: number
  from?: { latitude: number; longitude: number }
  metres?: number
}

/** A table with these accidents, and one without a motorcycle in each month of their Länder's years. */
function table(name: string, rows: readonly Row[]): string {
  const years = new Set(rows.map(({ land = 6, year = 2025 }) => `${land};${year}`))
  const filler = [...years].flatMap((key) =>
    Array.from({ length: 12 }, (_, month) => `0;${key};${month + 1};;3;1;0;0;;`),
  )
  const lines = rows.map(
    ({ land = 6, car, year = 2025, weekday, category = 2, from = feldberg, metres = 0 }, index) => {
      const { latitude, longitude } = destination(from, metres, 90)
      const motorcycle = car === true ? 0 : 1
      return `${index};${land};${year};5;${weekday ?? ''};${category};1;${motorcycle};0;${longitude.toFixed(8)};${latitude.toFixed(8)};${car === true ? 1 : 0}`
    },
  )
  const path = join(folder, name)
  const tellsCars = rows.some(({ car }) => car !== undefined)
  const all = [`${header};IstPKW`, ...filler.map((line) => `${line};0`), ...lines]
  writeFileSync(path, [...all.map((line) => (tellsCars ? line : line.replace(/;[^;]*$/, ''))), ''].join('\n'))
  return path
}

describeOnBothDatabases('hotspots of motorcycle accidents', (database) => {
  const clock = clockAt('2026-11-21T12:00:00Z')
  const states = createFeedsStore(database)
  const accidents = createAccidentsStore(database)
  const nothingThere: FetchTable = async () => ({ absent: true })
  const service = (pois: ImportTarget<PoiRecord> = createPoisImport(database, randomId), fetchTable = nothingThere) =>
    createHotspotsService({ states, accidents, pois, placeFinder: createPlaceFinder, fetchTable, clock })
  const shown = () => createPoisStore(database, 'real').page('', 10_000, clock.now())
  const notes = async () => (await shown()).map(({ details }) => details.note ?? '').toSorted()
  const reasons = async () => (await notes()).map((note) => note.split('. ')[0])
  const stored = async () => {
    const { count } = await database
      .selectFrom('accidents')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  test('are found, explained with their reason, and shown as POIs', async () => {
    const path = table('a.csv', [{ metres: 0 }, { metres: 20, category: 1 }, { metres: 40 }, { metres: 5000 }])
    const result = await service().importFiles([path])
    expect(result).toMatchObject({
      outcome: 'imported',
      counts: { read: 16, kept: 4, withoutMotorcycle: 12, added: 1 },
      hotspots: 1,
    })
    expect(await shown()).toMatchObject([
      {
        poiType: 'AccidentHotspotMoto',
        latitude: expect.closeTo(feldberg.latitude, 5),
        city: null,
        details: {
          note: expect.stringMatching(
            /^3 Motorradunfälle 2025, 1 tödlich, 2 schwer, Fahrunfall\. Zu erwarten: etwa \d,\d im Jahr, mit 90 % Sicherheit \d,\d bis \d,\d\. Mit anderen Unfällen dort noch nicht verglichen\. Nur ein Jahr ist bekannt\.$/,
          ),
          source: 'unfallatlas',
          attribution: expect.stringMatching(
            /^© Statistische Ämter des Bundes und der Länder, Unfallatlas, .*dl-de\/by-2-0\); Daten verändert: eigene Auswertung des Unfallatlas, keine amtliche Unfallhäufungsstelle/,
          ),
        },
      },
    ])
    expect(await states.list()).toMatchObject([{ feed: 'unfallatlas', outcome: { kept: 4, added: 1 } }])
  })

  test.each([
    ['on weekends alone', [1, 7, 7, 1], '4 Motorradunfälle 2025, 4 schwer, am Wochenende auffällig, Fahrunfall'],
    ['also on other days', [1, 7, 2, 4], '4 Motorradunfälle 2025, 4 schwer, Fahrunfall'],
  ])('with accidents %s say so only where two days in seven do not explain it', async (_name, weekdays, reason) => {
    const rows = weekdays.map((weekday, index) => ({ weekday, metres: index * 10 }))
    await service().importFiles([table('weekdays.csv', rows)])
    expect(await reasons()).toEqual([reason])
  })

  test.each([
    ['on the open road 100 m belong together', feldberg, 100, 1],
    ['on the open road 400 m do not', feldberg, 400, 0],
    ['in a town 40 m belong together', karlsruhe, 40, 1],
    ['in a town 100 m do not', karlsruhe, 100, 0],
  ])('%s', async (_what, from, step, count) => {
    await service().importFiles([
      table(
        'a.csv',
        [0, 1, 2].map((index) => ({ from, metres: index * step })),
      ),
    ])
    expect(await shown()).toHaveLength(count)
    if (count > 0 && from === karlsruhe) expect((await shown())[0]?.city).toBe('Karlsruhe')
  })

  test('stay when a table is suddenly much shorter, until somebody has checked or it says so again later', async () => {
    const whole = Array.from({ length: 100 }, (_, index) => ({ metres: (index % 10) * 20 }))
    await service().importFiles([table('whole.csv', whole)])
    const before = await shown()
    const short = table('short.csv', whole.slice(0, 70))
    const refused = await service().importFiles([short])
    expect(refused).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('70 statt 100') })
    expect(refused).toMatchObject({ reason: expect.stringContaining('--accept') })
    expect([await stored(), await shown()]).toEqual([100, before])
    expect(await states.list()).toMatchObject([{ lastError: expect.stringContaining('viel weniger') }])
    expect(await service().importFiles([short], { acceptLess: true })).toMatchObject({ outcome: 'imported' })
    expect(await stored()).toBe(70)

    const shorter = table('shorter.csv', whole.slice(0, 40))
    expect(await service().importFiles([shorter])).toMatchObject({ outcome: 'failed' })
    clock.advance(61 * minuteMs)
    expect(await service().importFiles([shorter])).toMatchObject({ outcome: 'imported' })
  })

  test('are judged by the years of their Land, so that a Land that started late does not look safer', async () => {
    const years = [2021, 2022, 2023, 2024, 2025]
    const early = years.map((year) => ({ land: 6, year, category: 3, metres: 0 }))
    // Twice as many a year, in the only two years of its Land.
    const late = [2024, 2024, 2025, 2025].map((year) => ({
      land: 13,
      year,
      category: 3,
      from: { latitude: 53.9, longitude: 12.6 },
    }))
    await service().importFiles([table('a.csv', [...early, ...late])])
    expect(await reasons()).toEqual(['4 Motorradunfälle 2024–2025, Fahrunfall'])
  })

  describe('compared with the accidents of all others', () => {
    const busy = { latitude: 50.3, longitude: 8.5 }
    const all = [
      ...Array.from({ length: 12 }, () => ({ car: false })),
      ...Array.from({ length: 12 }, () => ({ car: false, from: busy })),
      ...Array.from({ length: 90 }, (_, index) => ({ car: true, from: busy, metres: index % 20 })),
    ]

    test('are striking for motorcycles only where more happens than those let expect', async () => {
      await service().importFiles([table('a.csv', all)])
      expect(await stored()).toBe(24)
      const found = (await shown()).toSorted((one, other) => one.latitude - other.latitude)
      expect(found.map(({ latitude, details }) => [latitude.toFixed(2), details.note])).toEqual([
        [
          '50.23',
          expect.stringContaining('Für Motorräder auffällig: mehr, als die anderen Unfälle dort erwarten lassen.'),
        ],
        ['50.30', expect.stringContaining('Für Motorräder nicht auffällig: dort verunglücken auch andere oft.')],
      ])
    })

    test('of an older product wait for them, without any doubt, and their years are fetched again', async () => {
      await service().importFiles([table('a.csv', all)])
      // As the migrations leave what was imported before.
      await sql`delete from other_accidents`.execute(database)
      await sql`update accident_parts set with_others = false`.execute(database)
      const [before] = await notes()
      expect(before).toContain('auffällig')

      const next = [{ car: false, year: 2024 }]
      expect(await service().importFiles([table('b.csv', next)])).toMatchObject({ outcome: 'imported' })
      for (const note of await notes()) expect(note).toContain('Mit anderen Unfällen dort noch nicht verglichen.')

      expect(await service().importFiles([table('a.csv', all)])).toMatchObject({ outcome: 'imported' })
      expect((await notes()).join()).toContain('Für Motorräder auffällig')
    })

    test('repeated rows count once', async () => {
      const path = table('a.csv', all)
      const once = await service().importFiles([path])
      const [header = '', ...rows] = readFileSync(path, 'utf8').trim().split('\n')
      const twice = join(folder, 'twice.csv')
      writeFileSync(twice, [header, ...rows, ...rows, ''].join('\n'))
      expect(await service().importFiles([twice])).toMatchObject({
        counts: { kept: 24, duplicate: rows.length, changed: 0 },
        hotspots: once.outcome === 'imported' ? once.hotspots : null,
      })
    })
  })

  test('keep their id when the next year moves them, and disappear when a year says so', async () => {
    await service().importFiles([
      table(
        '2024.csv',
        [0, 20, 40].map((metres) => ({ year: 2024, metres })),
      ),
    ])
    const [before] = await shown()
    const more = [60, 80, 100].map((metres) => ({ year: 2025, metres }))
    const second = await service().importFiles([table('2025.csv', more)])
    expect(second).toMatchObject({ hotspots: 1, counts: { added: 0, changed: 1, removed: 0 } })
    const [after] = await shown()
    expect(after).toMatchObject({ id: before?.id, createdAt: before?.createdAt })
    expect(await reasons()).toEqual(['6 Motorradunfälle 2024–2025, 6 schwer, Fahrunfall'])
    expect(after?.longitude).not.toBe(before?.longitude)

    const nothingElse = { year: 2024, from: { latitude: 50.3, longitude: 8.5 } }
    await service().importFiles([table('2024.csv', [nothingElse]), table('2025.csv', [{ ...nothingElse, year: 2025 }])])
    expect(await shown()).toEqual([])
    expect(await stored()).toBe(2)
  })

  test('an import replaces exactly the years and Länder that it brings', async () => {
    const at = (land: number, year: number, latitude: number) =>
      [0, 10, 20, 30].map((metres) => ({ land, year, metres, from: { latitude, longitude: 8.4579 } }))
    await service().importFiles([
      table('a.csv', [...at(6, 2024, 50.2325), ...at(6, 2025, 50.3), ...at(7, 2024, 50.33)]),
    ])
    expect(await stored()).toBe(12)
    await service().importFiles([table('b.csv', at(6, 2024, 50.2325).slice(0, 1))])
    expect(await stored()).toBe(9)
    expect(await reasons()).toEqual([
      '4 Motorradunfälle 2024, 4 schwer, Fahrunfall',
      '4 Motorradunfälle 2024–2025, 4 schwer, Fahrunfall',
    ])
  })

  test.each([
    ['is cut off', (path: string) => writeFileSync(path, `${header}\n1;6;20`), /in Zeile 2 abgeschnitten$/],
    ['is empty', (path: string) => writeFileSync(path, ''), /ist leer$/],
    ['has no row', (path: string) => writeFileSync(path, `${header}\n`), /enthält keinen einzigen Unfall$/],
    [
      'brings what another one brings',
      (path: string) => table(path.split('/').at(-1) ?? '', [{ year: 2024 }]),
      /^b\.csv und a\.csv bringen beide Hessen 2024$/,
    ],
  ])('a file that %s changes nothing, nor does a good one beside it', async (_what, write, reason) => {
    await service().importFiles([
      table(
        'a.csv',
        [0, 20, 40].map((metres) => ({ year: 2024, metres })),
      ),
    ])
    const before = await shown()
    const good = table('a.csv', [{ year: 2024 }])
    write(join(folder, 'b.csv'))
    expect(await service().importFiles([good, join(folder, 'b.csv')])).toEqual({
      outcome: 'failed',
      reason: expect.stringMatching(reason),
    })
    expect(await shown()).toEqual(before)
    expect(await stored()).toBe(3)
    expect(await states.list()).toMatchObject([{ lastError: expect.stringMatching(reason) }])
  })

  test('an import that breaks off halfway changes nothing, and the next one succeeds', async () => {
    const path = table(
      'a.csv',
      [0, 20, 40].map((metres) => ({ metres })),
    )
    await service().importFiles([path])
    const before = await shown()
    const target = createPoisImport(database, randomId)
    const broken = {
      ...target,
      replace: async () => {
        throw new Error('the process ends here')
      },
    }
    const other = table('b.csv', [{ metres: 0 }])
    await expect(service(broken).importFiles([other])).rejects.toThrow('the process ends here')
    expect(await stored()).toBe(4)
    expect(await shown()).toEqual(before)
    expect(await accidents.partsAt((await publishedEdition()) ?? 0)).toHaveLength(1)
    expect(await service().importFiles([path])).toMatchObject({ counts: { added: 0, changed: 0, removed: 0 } })
    expect(await stored()).toBe(3)
    expect(await shown()).toMatchObject(before.map(({ id }) => ({ id })))
  })

  async function publishedEdition() {
    const row = await database.selectFrom('feed_states').select('edition').executeTakeFirst()
    return row?.edition
  }

  test('two imports at once do not mix', async () => {
    const path = table('a.csv', [{}])
    const results = await Promise.all([service().importFiles([path]), service().importFiles([path])])
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'imported'])
    expect(await stored()).toBe(1)
  })

  test('what a refused import has left is removed before the next one may begin, which would write to the same edition', async () => {
    const begun: unknown[] = []
    const watched: typeof accidents = {
      ...accidents,
      async removeUnpublished(edition) {
        begun.push(await states.begin('unfallatlas', clock.now()))
        await accidents.removeUnpublished(edition)
      },
    }
    const parts = { states, accidents: watched, pois: createPoisImport(database, randomId), clock }
    const { importFiles } = createHotspotsService({
      ...parts,
      placeFinder: createPlaceFinder,
      fetchTable: nothingThere,
    })
    const unreadable = join(folder, 'unreadable.csv')
    writeFileSync(unreadable, 'kein;Unfall\n')
    const near = (count: number) => Array.from({ length: count }, (_, index) => ({ metres: 10 * index }))
    expect(await importFiles([unreadable])).toMatchObject({ outcome: 'failed' })
    expect(await importFiles([table('l.csv', near(40))])).toMatchObject({ outcome: 'imported' })
    expect(await importFiles([table('m.csv', near(3))])).toMatchObject({ outcome: 'failed' })
    expect(begun).toEqual([null, null, null, null, null])
  })

  test('missing years are downloaded one by one, the newest first', async () => {
    const asked: string[] = []
    let removed = 0
    const source: FetchTable = async (url) => {
      const year = Number(/Unfallorte(\d{4})_EPSG25832_CSV\.zip$/.exec(url)?.[1])
      asked.push(`${year}`)
      // The newest is not published yet; for the others every Land is there.
      if (year === 2025) return { absent: true }
      const rows = Array.from({ length: 16 }, (_, index) => ({ land: index + 1, year, car: false }))
      return { path: table(`${year}.csv`, rows), remove: async () => void (removed += 1) }
    }
    const fetching = service(createPoisImport(database, randomId), source)
    for (const year of [2024, 2023, 2022, 2021, 2020]) {
      asked.length = 0
      expect(await fetching.refresh()).toMatchObject({ outcome: 'imported', counts: { kept: 16 } })
      expect(asked).toEqual(['2025', String(year)])
    }
    expect(removed).toBe(5)
    expect(await fetching.refresh()).toEqual({ outcome: 'unchanged' })
    expect(await states.list()).toMatchObject([{ lastSuccessAt: clock.now().toISOString(), lastError: null }])
    const down = service(createPoisImport(database, randomId), async () => ({ failure: 'keine Verbindung' }))
    expect(await down.refresh()).toEqual({ outcome: 'failed', reason: 'keine Verbindung' })
    expect(await states.list()).toMatchObject([{ lastError: 'keine Verbindung' }])
  })

  test.skipIf(isMissing)(
    'of real tables: Berlin and Regensburg, and again without a change',
    async () => {
      const first = await service().importFiles([...berlin, regensburg])
      expect(first).toMatchObject({ counts: { read: 42_019, kept: 6325 }, lines: {} })
      const found = await shown()
      expect(found).toHaveLength(461)
      // Looked up by hand: the five rows of the three tables within 50 m of the accident in its middle.
      const worst = found.filter((each) => distanceMetres(each, { latitude: 52.53821059, longitude: 13.32616335 }) < 50)
      expect(worst).toMatchObject([
        { details: { note: expect.stringMatching(/^\d Motorradunfälle 2018–2020, 1 schwer\./) } },
      ])
      expect(await service().importFiles([...berlin, regensburg])).toMatchObject({
        counts: { added: 0, changed: 0, removed: 0 },
      })
    },
    60_000,
  )
})

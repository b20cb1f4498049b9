import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type MultiPolygon, multiPolygon } from '#contract/weather.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createWeatherImport } from './weather-import.store.ts'
import { createWeatherStore } from './weather.store.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import type { WarningRecord } from '#server/feeds/feed.ts'

const warningFile = join(
  process.env['SHARED_DIR'] ?? '../shared',
  'data/dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip',
)

const now = new Date('2026-06-01T12:00:00Z')

const square: MultiPolygon['coordinates'] = [
  [
    [
      [8, 49],
      [8, 50],
      [9, 50],
      [9, 49],
      [8, 49],
    ],
  ],
]

function warning(record: Partial<WarningRecord> & { id: string }): WarningRecord {
  return {
    warningType: 'STARKREGEN',
    headline: 'Amtliche WARNUNG vor STARKREGEN',
    description: '',
    instruction: null,
    level: 2,
    regionName: 'Stadt Karlsruhe',
    area: { type: 'MultiPolygon', coordinates: square },
    validFrom: '2026-06-01T11:00:00Z',
    validUntil: '2026-06-01T13:00:00Z',
    sentAt: '2026-06-01T10:00:00Z',
    attribution: 'Quelle: Deutscher Wetterdienst',
    aboveMetres: null,
    belowMetres: null,
    ...record,
  }
}

describeOnBothDatabases('weather warnings', (database) => {
  const store = createWeatherStore(database, 'real')
  const fill = (records: readonly WarningRecord[]) =>
    createWeatherImport(database).replace(
      { source: 'test', attribution: '', edition: 0, at: now, records },
      async () => undefined,
    )
  const area = (coordinates: MultiPolygon['coordinates']) => ({ area: { type: 'MultiPolygon' as const, coordinates } })
  const outlines = async () =>
    (await store.areasInForce(now)).map(({ geometry }) => multiPolygon.parse(JSON.parse(geometry)).coordinates)

  test('those at a place are the ones whose area covers it', async () => {
    const east = square.map((polygon) =>
      polygon.map((ring) => ring.map(([x, y]) => [x + 2, y] satisfies [number, number])),
    )
    await fill([warning({ id: 'here' }), warning({ id: 'there', ...area(east) })])
    const [here] = (await store.inForce(now)).warnings.filter(({ longitude }) => longitude < 9)
    expect(await store.idsAt({ latitude: 49.5, longitude: 8.5 }, now)).toEqual([here?.id])
    expect(await store.idsAt({ latitude: 52, longitude: 8.5 }, now)).toEqual([])
  })

  test('are in force from when they are issued until they are over, the most severe first', async () => {
    await fill([
      warning({ id: 'now' }),
      warning({ id: 'begins later', validFrom: '2026-06-01T12:30:00Z' }),
      warning({ id: 'until cancelled', validUntil: null, level: 4 }),
      warning({ id: 'over', validUntil: '2026-06-01T12:00:00Z' }),
      warning({ id: 'not issued', sentAt: '2026-06-01T12:00:01Z' }),
    ])
    const ids = ['until cancelled', 'now', 'begins later']
    expect((await store.inForce(now)).warnings.map(({ id }) => id)).toEqual(ids)
    expect((await store.areasInForce(now)).map(({ id }) => id)).toEqual(ids)
  })

  test('are told from advance information, which comes last', async () => {
    const ids = async () =>
      (await store.inForce(now)).warnings.map(({ id, advance }) => (advance === true ? `advance ${id}` : id))
    await fill([warning({ id: 'possible', level: 4, advance: true }), warning({ id: 'certain' })])
    expect(await ids()).toEqual(['certain', 'advance possible'])
    expect((await store.areasInForce(now)).map(({ advance }) => advance)).toEqual([undefined, true])
  })

  test('have their place within their area, even if its middle is outside', async () => {
    const horseshoe: MultiPolygon['coordinates'] = [
      [
        [
          [8, 49],
          [9, 49],
          [9, 50],
          [8.9, 50],
          [8.9, 49.1],
          [8.1, 49.1],
          [8.1, 50],
          [8, 50],
          [8, 49],
        ],
      ],
    ]
    await fill([warning({ id: '1', ...area(horseshoe) })])
    const { rows } = await sql`select st_contains(area, place) as within from weather_warnings`.execute(database)
    expect(rows).toEqual([{ within: true }])
  })

  test('have outlines whose outer rings run counter-clockwise and whose holes run clockwise', async () => {
    const hole: MultiPolygon['coordinates'][0][0] = [
      [8.2, 49.2],
      [8.8, 49.2],
      [8.8, 49.8],
      [8.2, 49.8],
      [8.2, 49.2],
    ]
    await fill([warning({ id: '1', ...area([[...(square[0] ?? []), hole]]) })])
    const [[[outer = [], inner = []] = []] = []] = await outlines()
    expect(signedArea(outer)).toBeCloseTo(1)
    expect(signedArea(inner)).toBeCloseTo(-0.36)
  })

  test('with self-intersecting or overlapping outlines are repaired, and enclose the same area', async () => {
    const bowTie: MultiPolygon['coordinates'] = [
      [
        [
          [8, 49],
          [9, 50],
          [9, 49],
          [8, 50.5],
          [8, 49],
        ],
      ],
    ]
    const overlapping: MultiPolygon['coordinates'] = [
      ...square,
      [
        [
          [8.5, 49],
          [9.5, 49],
          [9.5, 50],
          [8.5, 50],
          [8.5, 49],
        ],
      ],
    ]
    await fill([warning({ id: '1', ...area(bowTie) }), warning({ id: '2', ...area(overlapping) })])
    const { rows } = await sql<{ size: number }>`
      select st_area(area) as size, st_isvalid(area) as valid from weather_warnings order by id`.execute(database)
    expect(rows).toMatchObject([{ valid: true }, { valid: true }])
    expect(rows[1]?.size).toBeCloseTo(1.5)
  })

  test.skipIf(!existsSync(warningFile))('from a real file keep the size of their areas, holes left out', async () => {
    const reading = await cap.read([{ name: 'warnungen.zip', bytes: readFileSync(warningFile) }])
    if ('failure' in reading) throw new Error(reading.failure)
    await fill(reading.records)
    const { rows } = await sql<{ id: string; size: number; holes: number }>`
      select id, st_area(area) as size, (select sum(st_numinteriorrings(geom)) from st_dump(area))::int as holes
      from weather_warnings`.execute(database)
    for (const { id, size } of rows) {
      const [polygons = []] = reading.records
        .filter((record) => record.id === id)
        .map((record) => record.area.coordinates)
      const outlined = polygons.map((rings) => rings.map((ring) => Math.abs(signedArea(ring))))
      const expected = outlined.reduce(
        (sum, [outer = 0, ...holes]) => sum + outer - holes.reduce((a, b) => a + b, 0),
        0,
      )
      expect(size).toBeCloseTo(expected, 4)
    }
    expect(rows.map(({ holes }) => holes).toSorted()).toEqual([0, 0, 2])
  })
})

/** Square degrees; positive for a ring that runs counter-clockwise. */
function signedArea(ring: readonly (readonly [number, number])[]): number {
  return ring.reduce((sum, [x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length] ?? [0, 0]
    return sum + (x1 * y2 - x2 * y1) / 2
  }, 0)
}

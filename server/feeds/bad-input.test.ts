import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { autobahn } from '#server/feeds/autobahn.ts'
import { cap } from '#server/feeds/cap.ts'
import type { Feed } from '#server/feeds/feed.ts'
import { overpass } from '#server/feeds/overpass.ts'
import { roadworks } from '#server/feeds/roadworks.ts'
import { alertOf, area, square } from '#server/feeds/testing/cap.ts'

type Degrees = number | string | null

/** A good file of each source with one entry at a place, written over several lines. */
const sources: { feed: Feed; entryAt(latitude: Degrees, longitude: Degrees): string }[] = [
  {
    feed: overpass,
    entryAt: (lat, lon) =>
      json({ elements: [{ type: 'node', id: 1, lat, lon, tags: { highway: 'speed_camera', name: 'Brühl' } }] }),
  },
  {
    feed: autobahn,
    entryAt: (lat, long) =>
      json({ warning: [{ identifier: '1', display_type: 'WARNING', title: 'Brühl', coordinate: { lat, long } }] }),
  },
  {
    feed: roadworks,
    entryAt: (latitude, longitude) =>
      json({
        type: 'FeatureCollection',
        features: [
          {
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
            properties: { id: '1', type: 'CONSTRUCTION', street: 'Brühl' },
          },
        ],
      }),
  },
  {
    feed: cap,
    entryAt: (latitude, longitude) => {
      const [near, far] = [String(latitude), String(Number(latitude) + 1)]
      const [west, east] = [String(longitude), String(Number(longitude) + 1)]
      const corners = [`${near},${west}`, `${far},${west}`, `${far},${east}`]
      const polygon = `<polygon>${[...corners, corners[0]].join(' ')}</polygon>`
      return alertOf({ event: 'BÖEN', areas: area.replace(square, polygon) })
    },
  },
]
const json = (value: unknown) => JSON.stringify(value, null, 1)

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
/** Each gives bytes from the text of a good file, and what is said of them. */
const damages: { what: string; damage(good: string): Uint8Array; reason: RegExp }[] = [
  { what: 'empty', damage: () => new Uint8Array(), reason: /^datei ist leer$/ },
  {
    what: 'cut off',
    damage: (good) => Buffer.from(good.slice(0, good.length / 2)),
    reason: /^datei (ist abgeschnitten oder beschädigt \(.*Zeile \d+|enthält keine lesbare Warnung \(abgeschnitten)/,
  },
  {
    what: 'cut off by one character',
    damage: (good) => Buffer.from(good.slice(0, -1)),
    reason: /^datei (ist abgeschnitten oder beschädigt \(.*Zeile \d+|enthält keine lesbare Warnung \(abgeschnitten)/,
  },
  {
    what: 'a page for people',
    damage: () => Buffer.from('<!DOCTYPE html>\n<html lang="de"><body>Wartungsarbeiten</body></html>'),
    reason: /^datei ist eine HTML-/,
  },
  {
    what: 'in UTF-16',
    damage: (good) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(good)]),
    reason: /^datei ist in UTF-16 kodiert statt in UTF-8$/,
  },
  {
    what: 'in UTF-16 without its mark',
    damage: utf16,
    reason: /^datei ist in UTF-16 kodiert statt in UTF-8$/,
  },
  {
    what: 'in ISO-8859-1',
    damage: (good) => Buffer.from(good, 'latin1'),
    reason: /^datei ist nicht in UTF-8 kodiert \(Zeile \d+\)$/,
  },
  {
    what: 'gigantic',
    damage: (good) => Buffer.alloc(Math.max(limits.feeds.jsonBytes, limits.feeds.entryBytes) + 1, good),
    reason: /^datei ist zu groß$/,
  },
  { what: 'of another kind', damage: () => Buffer.from('imei,model\n1,2'), reason: /^datei ist (keine|weder) / },
  {
    what: 'of another source',
    damage: () => Buffer.from('{"warnings":{}}'),
    reason: /^datei ist (keine|weder) /,
  },
]

const filesOf = (bytes: Uint8Array) => [{ name: 'datei', bytes }]

describe.each(sources)('$feed.name', ({ feed, entryAt }) => {
  test('reads a good file', async () => {
    expect(await feed.read(filesOf(Buffer.from(entryAt(49, 8.4))))).toMatchObject({
      read: 1,
      records: [{}],
      swapped: 0,
    })
  })

  test.each(damages)('refuses a file that is $what, and says why', async ({ damage, reason }) => {
    expect(await feed.read(filesOf(damage(entryAt(49, 8.4))))).toEqual({ failure: expect.stringMatching(reason) })
  })

  test.each(damages)('refuses all files when one is $what', async ({ damage, reason }) => {
    const files = [{ name: 'gut', bytes: Buffer.from(entryAt(49, 8.4)) }, ...filesOf(damage(entryAt(49, 8.4)))]
    expect(await feed.read(files)).toEqual({ failure: expect.stringMatching(reason) })
  })

  test('turns what has latitude and longitude in each other’s place, and counts it', async () => {
    expect(await feed.read(filesOf(Buffer.from(entryAt(8.4, 49))))).toMatchObject({ records: [{}], swapped: 1 })
  })

  test.each([
    [95, 8.4],
    [49, 200],
    [-1e308, 1e308],
    ['Karlsruhe', 'Mitte'],
    [null, null],
  ])('counts what lies at %j, %j, which is no place', async (latitude, longitude) => {
    const reading = await feed.read(filesOf(Buffer.from(entryAt(latitude, longitude))))
    expect(reading).toEqual({ records: [], read: 1, dropped: { withoutPlace: 1 }, swapped: 0 })
  })
})

describe('lines', () => {
  test.each([
    ['{\n"elements": [\n  {"type": x}\n]\n}', 'datei ist abgeschnitten oder beschädigt (Zeile 3)'],
    ['{\n"elements": [\n', 'datei ist abgeschnitten oder beschädigt (endet in Zeile 3)'],
    ['{\n"elements": []\n}\n]', 'datei ist abgeschnitten oder beschädigt (Zeile 4, Spalte 1)'],
  ])('are named where a file is broken: %j', async (text, failure) => {
    expect(await overpass.read(filesOf(Buffer.from(text)))).toEqual({ failure })
  })

  test('are named where a file is in another encoding', async () => {
    const bytes = Buffer.from('{\n"elements": [],\n"remark": "Brühl"\n}', 'latin1')
    expect(await overpass.read(filesOf(bytes))).toEqual({ failure: 'datei ist nicht in UTF-8 kodiert (Zeile 3)' })
  })

  test.each([
    [alertOf().replace(/<sent>[^<]*/, '<sent>gestern'), 'das Element alert/sent fehlt oder ist ungültig'],
    [alertOf().replace('<event>STARKREGEN</event>', ''), 'das Element alert/info/0/event fehlt oder ist ungültig'],
    [alertOf().replace('?>', '?><!DOCTYPE alert [<!ENTITY a "b">]>'), 'bringt eigene Entitäten mit'],
  ])('or elements of a warning', async (document, reason) => {
    expect(await cap.read(filesOf(Buffer.from(document)))).toEqual({
      failure: `datei enthält keine lesbare Warnung (${reason})`,
    })
  })
})

test('entities that multiply are refused before they are', async () => {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
  const laughs = `<!DOCTYPE alert [<!ENTITY l0 "ha">${levels.join('')}]>`
  const document = alertOf({ event: '&l9;' }).replace('?>', `?>${laughs}`)
  expect(await cap.read(filesOf(Buffer.from(document)))).toMatchObject({
    failure: expect.stringContaining('Entitäten'),
  })
  const archive = zipSync({ 'a.xml': Buffer.from(document), 'b.xml': Buffer.from(alertOf()) })
  expect(await cap.read(filesOf(archive))).toMatchObject({ records: [{}], dropped: { unreadable: 1 } })
})

test('a warning of an archive that is not in UTF-8 is counted, not shown in wrong letters', async () => {
  const archive = zipSync({
    'a.xml': Buffer.from(alertOf({ event: 'BÖEN' }), 'latin1'),
    'b.xml': Buffer.from(alertOf({ identifier: '2.MUL', event: 'BÖEN' })),
  })
  expect(await cap.read(filesOf(archive))).toMatchObject({
    records: [{ warningType: 'BÖEN' }],
    dropped: { unreadable: 1 },
  })
})

const data = join(process.env['SHARED_DIR'] ?? '../shared', 'data')
const realFiles: { feed: Feed; path: string; runs: number }[] = [
  { feed: overpass, path: 'speedcams/osm_enforcement_berlin_DERIVED_overpass.json', runs: 200 },
  { feed: autobahn, path: 'autobahn/a1_warning_transcribed.json', runs: 200 },
  { feed: autobahn, path: 'autobahn/a81_closure_transcribed.json', runs: 200 },
  { feed: autobahn, path: 'autobahn/a8_roadworks_transcribed.json', runs: 200 },
  { feed: cap, path: 'dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip', runs: 25 },
]

describe('a real file, mutated', () => {
  test.each(realFiles.filter(({ path }) => existsSync(join(data, path))))(
    '$path is read or refused, never thrown at',
    async ({ feed, path, runs }) => {
      const whole = readFileSync(join(data, path))
      await fc.assert(
        fc.asyncProperty(mutationOf(whole), async (bytes) => {
          const reading = await feed.read(filesOf(bytes))
          if ('failure' in reading) expect(reading.failure).toMatch(/^datei /)
          else expect(reading.records.length).toBeLessThanOrEqual(reading.read * 2)
        }),
        { numRuns: runs },
      )
    },
  )

  test.each(realFiles.filter(({ path }) => path.endsWith('.json') && existsSync(join(data, path))))(
    '$path with values of other kinds is read or refused, never thrown at',
    async ({ feed, path, runs }) => {
      const whole: unknown = JSON.parse(readFileSync(join(data, path), 'utf8'))
      const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', '0', -1, 1e308, 'constructor', '48,8,'))
      await fc.assert(
        fc.asyncProperty(fc.nat(), odd, async (position, value) => {
          const mutated = JSON.stringify(withValueAt(whole, position, value))
          const reading = await feed.read(filesOf(Buffer.from(mutated)))
          for (const record of 'failure' in reading ? [] : reading.records) {
            if ('latitude' in record) expect(Math.abs(record.latitude)).toBeLessThanOrEqual(90)
          }
        }),
        { numRuns: runs * 2 },
      )
    },
  )
})

/** The bytes with some changed, a piece cut out, or a piece doubled. */
function mutationOf(whole: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(whole.length - 1)
  const changed = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 5 }).map((changes) => {
    const bytes = Uint8Array.from(whole)
    for (const [index, value] of changes) bytes[index] = value
    return bytes
  })
  const moved = fc.tuple(place, fc.nat(200), fc.boolean()).map(([start, length, isDoubled]) => {
    const end = isDoubled ? start : start + length
    return Buffer.concat([whole.subarray(0, isDoubled ? start + length : start), whole.subarray(end)])
  })
  return fc.oneof(changed, moved)
}

/** A copy with the value at one of its positions, counted through all depths, replaced. */
function withValueAt(whole: unknown, position: number, value: unknown): unknown {
  let count = 0
  JSON.stringify(whole, (_key, each: unknown) => {
    count += 1
    return each
  })
  let index = -1
  return JSON.parse(
    JSON.stringify(whole, (_key, each: unknown) => {
      index += 1
      return index === position % count ? value : each
    }),
  )
}

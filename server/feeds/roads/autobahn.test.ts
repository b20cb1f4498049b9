import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { roadLineOf } from '#domain/riding/road-line.ts'
import { autobahn } from './autobahn.ts'

const folder = join(process.env['SHARED_DIR'] ?? '../shared', 'data/autobahn')
const names = ['a1_warning', 'a81_closure', 'a8_roadworks'].map((name) => `${name}_transcribed.json`)
const fileOf = (value: unknown, name = 'antwort.json') => ({ name, bytes: Buffer.from(JSON.stringify(value)) })

async function readLists(...lists: object[]) {
  const reading = await autobahn.read(lists.map((list) => fileOf(list)))
  if ('failure' in reading) throw new Error(reading.failure)
  return reading
}

/** A warning near Pforzheim. */
const itemOf = (more: object = {}) => ({
  identifier: 'INRIX--vi-x.1',
  display_type: 'WARNING',
  title: 'A8 | Pforzheim-West - Karlsbad',
  subtitle: ' Stuttgart -> Karlsruhe',
  future: false,
  coordinate: { lat: 48.9, long: 8.6 },
  description: [],
  ...more,
})
const recordOf = async (more: object) => (await readLists({ warning: [itemOf(more)] })).records[0]

describe('answers of the motorways', () => {
  test.skipIf(!existsSync(folder))('transcribed from real ones are read', async () => {
    const reading = await autobahn.read(names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) })))
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading).toMatchObject({ read: 4, dropped: {}, swapped: 0 })
    expect(reading.records).toEqual([
      {
        sourceId: 'INRIX--vi-unf.2026-10-03_02-13-28-000_001.de0',
        poiType: 'Accident',
        latitude: 51.69835760419288,
        longitude: 7.665876057649391,
        street: 'A1',
        postcode: null,
        city: null,
        speed: null,
        direction: 349,
        // Its geometry is a beginning and an end, 11 km apart.
        line: null,
        note: 'Hamm-Bockum/Werne - Kurze Geist · Dortmund → Münster · seit 03.10.2026, 04:13 Uhr',
        startsAt: null,
        expiresAt: null,
      },
      expect.objectContaining({
        poiType: 'TrafficJam',
        direction: 202,
        note: 'Bargteheide - Ahrensburg · Lübeck → Hamburg · Zeitverlust 18 Minuten',
        startsAt: null,
        expiresAt: null,
      }),
      expect.objectContaining({
        poiType: 'LongTermRoadwork',
        street: 'A81',
        note: 'Fahrbahn gesperrt · Ehningen - Böblingen/Sindelfingen · Singen → Stuttgart · 28.09.2026, 00:00 bis 04.10.2026, 05:00 Uhr',
        startsAt: null,
        expiresAt: '2026-10-04T03:00:00.000Z',
      }),
      expect.objectContaining({ poiType: 'LongTermRoadwork', street: 'A8', direction: 89, expiresAt: null }),
    ])
  })

  test('that name one item in the lists of two roads, with blanks, give one', async () => {
    const reading = await readLists({ warning: [itemOf()] }, { warning: [itemOf({ identifier: 'INRIX--vi-x.1 ' })] })
    expect(reading).toMatchObject({ read: 1, records: [{}], dropped: {} })
  })

  test('of every list are read, including empty ones and the list of roads', async () => {
    const reading = await readLists(
      { roads: ['A8'] },
      { warning: [] },
      { roadworks: [itemOf({ identifier: '1', display_type: 'ROADWORKS' })] },
      { closure: [itemOf({ identifier: '2', display_type: 'CLOSURE' })] },
    )
    expect(reading).toMatchObject({ read: 2, records: [{}, {}] })
  })

  test.each([
    ['', 'antwort.json ist leer'],
    ['<html>', 'antwort.json ist eine HTML- oder XML-Seite, keine JSON-Antwort der Autobahn GmbH'],
    ['{"parking_lorry":[]}', 'antwort.json ist keine JSON-Antwort der Autobahn GmbH'],
    ['{"warning":{}}', 'antwort.json ist keine JSON-Antwort der Autobahn GmbH'],
  ])('that cannot be read are refused: %s', async (body, failure) => {
    const good = fileOf({ warning: [itemOf()] }, 'gut.json')
    expect(await autobahn.read([good, { name: 'antwort.json', bytes: Buffer.from(body) }])).toEqual({ failure })
  })
})

describe('the line of an item', () => {
  const geometry = (coordinates: number[][]) => ({ geometry: { type: 'LineString', coordinates } })
  const bend = [
    [8.6, 48.9],
    [8.603, 48.9],
    [8.603, 48.902],
    [8.603, 48.904],
  ]

  test('with its corners is kept, and leads where it begins, not where it ends', async () => {
    const record = await recordOf(geometry(bend))
    expect(record).toMatchObject({ direction: 90 })
    expect(roadLineOf(record?.line ?? null)).toMatchObject([
      { latitude: 48.9, longitude: 8.6 },
      { latitude: 48.9, longitude: 8.603 },
      { longitude: 8.603 },
    ])
  })

  test('that is only a beginning and an end tells the direction alone', async () => {
    const ends = [bend[0] ?? [], [8.7, 49]]
    expect(await recordOf(geometry(ends))).toMatchObject({ direction: 33, line: null })
  })
})

describe('the list of roads', () => {
  test("is trimmed, and each of a road's three lists is requested once", () => {
    const parts = autobahn.parts?.(fileOf({ roads: ['A1', 'A60 ', 'A60', 'A64a', ' '] }))
    if (parts === undefined || 'failure' in parts) throw new Error('no parts')
    expect(parts).toHaveLength(9)
    expect(parts[5]).toMatchObject({
      url: 'https://verkehr.autobahn.de/o/autobahn/A60/services/closure',
      part: 'A60/closure',
    })
  })

  test('cannot lead to another address', () => {
    const parts = autobahn.parts?.(fileOf({ roads: ['../../x?y=#z'] }))
    expect(Array.isArray(parts) && parts[0]?.url).toBe(
      'https://verkehr.autobahn.de/o/autobahn/..%2F..%2Fx%3Fy%3D%23z/services/roadworks',
    )
  })

  test.each([
    ['leer', ''],
    ['keine Liste der Autobahnen', '{"roads":[]}'],
    ['keine Liste der Autobahnen', '{"roads":[7]}'],
    ['keine Liste der Autobahnen', '{"warning":[]}'],
    ['keine Liste der Autobahnen', JSON.stringify({ roads: Array.from({ length: 301 }, (_, road) => `A${road}`) })],
  ])('is refused: %s', (reason, body) => {
    expect(autobahn.parts?.({ name: 'liste.json', bytes: Buffer.from(body) })).toEqual({
      failure: `liste.json ist ${reason}`,
    })
  })
})

describe('an item', () => {
  const day = { description: ['05.10.26 von 10:00 bis 16:30 Uhr'] }
  test.each<{ what: string; more: object; poiType: string }>([
    { what: 'a warning of an accident by its words', more: { description: ['Unfall, seit …'] }, poiType: 'Accident' },
    { what: 'a warning of an accident by its id', more: { identifier: 'INRIX--vi-unf.2' }, poiType: 'Accident' },
    { what: 'a danger of accidents', more: { description: ['Unfallgefahr'] }, poiType: 'Obstacle' },
    { what: 'standing traffic', more: { abnormalTrafficType: 'STATIONARY_TRAFFIC' }, poiType: 'TrafficJam' },
    { what: 'queuing traffic', more: { abnormalTrafficType: 'QUEUING_TRAFFIC' }, poiType: 'TrafficJam' },
    { what: 'a jam in words', more: { description: ['2 km Stau'] }, poiType: 'TrafficJam' },
    { what: 'an accident with its jam', more: { description: ['Stau', 'nach Unfall'] }, poiType: 'Accident' },
    { what: 'a broken-down lorry', more: { description: ['defektes Fahrzeug'] }, poiType: 'BrokenDownVehicle' },
    { what: 'oil on the road', more: { description: ['Ölspur'] }, poiType: 'Slippery' },
    { what: 'fog', more: { description: ['Sichtbehinderung durch Nebel'] }, poiType: 'ObstructedView' },
    { what: 'another warning', more: { description: ['Gegenstände auf der Fahrbahn'] }, poiType: 'Obstacle' },
    { what: 'works', more: { display_type: 'ROADWORKS', ...day }, poiType: 'LongTermRoadwork' },
    { what: 'works for some hours', more: { display_type: 'SHORT_TERM_ROADWORKS' }, poiType: 'TemporaryRoadwork' },
    { what: 'a closure', more: { display_type: 'CLOSURE' }, poiType: 'LongTermRoadwork' },
    { what: 'a closure for some hours', more: { display_type: 'CLOSURE', ...day }, poiType: 'TemporaryRoadwork' },
    { what: 'a closed exit', more: { display_type: 'CLOSURE_ENTRY_EXIT', ...day }, poiType: 'TemporaryRoadwork' },
    {
      what: 'a closure after an accident',
      more: { display_type: 'CLOSURE', description: ['gesperrt nach Unfall'] },
      poiType: 'Accident',
    },
  ])('that is $what is shown as $poiType', async ({ more, poiType }) => {
    expect(await recordOf(more)).toMatchObject({ poiType })
  })

  test.each<{ more: object; dropped: object }>([
    { more: { abnormalTrafficType: 'SLOW_TRAFFIC' }, dropped: { slowTraffic: 1 } },
    { more: { abnormalTrafficType: 'HEAVY_TRAFFIC' }, dropped: { slowTraffic: 1 } },
    { more: { display_type: 'WEIGHT_LIMIT_35' }, dropped: { heavyVehicles: 1 } },
    { more: { display_type: 'PARKING' }, dropped: { withoutType: 1 } },
    { more: { display_type: undefined }, dropped: { withoutType: 1 } },
    { more: { coordinate: undefined }, dropped: { withoutPlace: 1 } },
    { more: { coordinate: { lat: 480, long: 8 } }, dropped: { withoutPlace: 1 } },
    { more: { coordinate: { lat: 'Pforzheim', long: '8' } }, dropped: { withoutPlace: 1 } },
    { more: { identifier: ' ' }, dropped: { unreadable: 1 } },
    { more: { identifier: 7 }, dropped: { unreadable: 1 } },
  ])('with $more is left out and counted, and the others read', async ({ more, dropped }) => {
    const reading = await readLists({ warning: [itemOf({ identifier: '0' }), itemOf(more)] })
    expect(reading).toMatchObject({ read: 2, records: [{ sourceId: '0' }], dropped })
  })

  test.each<{ what: string; more: object; swapped?: number }>([
    { what: 'numbers', more: {} },
    { what: 'words', more: { coordinate: { lat: '48.9', long: ' 8.6' } } },
    { what: 'numbers in each other’s place', more: { coordinate: { lat: 8.6, long: 48.9 } }, swapped: 1 },
    { what: 'a pair', more: { coordinate: null, point: '48.9,8.6' } },
    { what: 'a pair as of 2021', more: { coordinate: null, point: '8.6,48.9' }, swapped: 1 },
    { what: 'a pair, for its numbers are none', more: { coordinate: { lat: 900, long: 8.6 }, point: '48.9,8.6' } },
    {
      what: 'the beginning of its line',
      more: {
        coordinate: null,
        geometry: {
          type: 'LineString',
          coordinates: [
            [8.6, 48.9],
            [8.7, 49],
          ],
        },
      },
    },
    { what: 'the beginning of its extent', more: { coordinate: null, extent: '48.9,8.6,49,8.7' } },
  ])('placed by $what is at the right place', async ({ more, swapped = 0 }) => {
    const reading = await readLists({ warning: [itemOf(more)] })
    expect(reading).toMatchObject({ records: [{ latitude: 48.9, longitude: 8.6 }], swapped })
  })

  test.each<{ more: object; startsAt: string | null; expiresAt: string | null }>([
    { more: {}, startsAt: null, expiresAt: null },
    { more: { startTimestamp: '2026-10-05T08:00:00+02:00' }, startsAt: '2026-10-05T06:00', expiresAt: null },
    { more: { startTimestamp: '2021-10-05T08:00:00.000+0200' }, startsAt: '2021-10-05T06:00', expiresAt: null },
    {
      more: { startTimestamp: '2026-12-05T08:00:00Z', ...day },
      startsAt: '2026-12-05T08:00',
      expiresAt: '2026-10-05T14:30',
    },
    { more: { startTimestamp: 'bald', ...day }, startsAt: '2026-10-05T08:00', expiresAt: '2026-10-05T14:30' },
    { more: { description: [null, 'Ende: 05.10.26 um 24:00 Uhr'] }, startsAt: null, expiresAt: '2026-10-05T22:00' },
  ])('with $more is shown from $startsAt to $expiresAt', async ({ more, startsAt, expiresAt }) => {
    const full = (minute: string | null) => minute && `${minute}:00.000Z`
    expect(await recordOf(more)).toMatchObject({ startsAt: null, expiresAt: full(expiresAt) })
    const waiting = { startsAt: full(startsAt), expiresAt: full(expiresAt) }
    const announced = (await readLists({ warning: [itemOf({ ...more, future: true })] })).records
    expect(announced).toMatchObject([waiting])
  })

  test.each<{
    what: string
    more: object
    startsAt: string | null
    expiresAt: string | null
    note: string
    inWords: number
  }>([
    {
      what: 'in the form without "um"',
      more: {
        coordinate: { lat: '49.010000', long: '8.420000' },
        description: ['Beginn: 13.11.2026 00:00', 'Ende: 22.12.2026 23:59', '', 'Vollsperrung'],
        subtitle: 'Frankfurt Richtung Basel',
        startTimestamp: '2026-11-13T00:00:00.000+0100',
      },
      startsAt: null,
      expiresAt: '2026-12-22T22:59:00.000Z',
      note: 'Fahrbahn gesperrt · Frankfurt Richtung Basel · 13.11.2026, 00:00 bis 22.12.2026, 23:59 Uhr',
      inWords: 0,
    },
    {
      what: 'announced in that form',
      more: { future: true, description: ['Beginn: 01.12.2026 20:00', 'Ende: 02.12.2026 05:00'] },
      startsAt: '2026-12-01T19:00:00.000Z',
      expiresAt: '2026-12-02T04:00:00.000Z',
      note: 'Fahrbahn gesperrt · Basel → Frankfurt · 01.12.2026, 20:00 bis 02.12.2026, 05:00 Uhr',
      inWords: 0,
    },
    {
      what: 'in the form with "um"',
      more: { future: true, description: ['Beginn: 01.12.2026 um 20:00 Uhr', 'Ende: 02.12.2026 um 05:00 Uhr'] },
      startsAt: '2026-12-01T19:00:00.000Z',
      expiresAt: '2026-12-02T04:00:00.000Z',
      note: 'Fahrbahn gesperrt · Basel → Frankfurt · 01.12.2026, 20:00 bis 02.12.2026, 05:00 Uhr',
      inWords: 0,
    },
    {
      what: 'without an end',
      more: { description: ['Beginn: 01.12.2026 20:00'] },
      startsAt: null,
      expiresAt: null,
      note: 'Fahrbahn gesperrt · Basel → Frankfurt · seit 01.12.2026, 20:00 Uhr',
      inWords: 0,
    },
    {
      what: 'with an end that nobody can read',
      more: { description: ['Beginn: 01.12.2026 20:00', 'Ende: nach Frostende'] },
      startsAt: null,
      expiresAt: null,
      note: 'Fahrbahn gesperrt · Basel → Frankfurt · seit 01.12.2026, 20:00 Uhr · Ende: nach Frostende',
      inWords: 1,
    },
    {
      what: 'announced with a beginning that nobody can read',
      more: { future: true, description: ['Beginn: Mitte Dezember', 'Vollsperrung'] },
      startsAt: null,
      expiresAt: null,
      note: 'Fahrbahn gesperrt · angekündigt · Basel → Frankfurt · Beginn: Mitte Dezember',
      inWords: 1,
    },
    {
      what: 'announced without a word about when',
      more: { future: true },
      startsAt: null,
      expiresAt: null,
      note: 'Fahrbahn gesperrt · angekündigt · Basel → Frankfurt',
      inWords: 0,
    },
  ])('of a closure $what is shown', async ({ more, startsAt, expiresAt, note, inWords }) => {
    const closure = { display_type: 'CLOSURE', title: 'A5', subtitle: ' Basel -> Frankfurt', ...more }
    const reading = await readLists({ closure: [itemOf(closure)] })
    expect(reading).toMatchObject({ read: 1, dropped: {} })
    expect(reading.apart?.inWords ?? 0).toBe(inWords)
    expect(reading.records).toMatchObject([{ startsAt, expiresAt, note }])
  })
})

test('the hours of works are kept in the note, in the words of the operator', async () => {
  const description = [
    'Beginn: 05.10.26 um 20:00 Uhr',
    'Ende: 09.10.26 um 05:00 Uhr',
    'Täglich von 20:00 bis 05:00 Uhr',
  ]
  const { note } = (await recordOf({ display_type: 'ROADWORKS', description })) ?? {}
  expect(note).toBe(
    'Pforzheim-West - Karlsbad · Stuttgart → Karlsruhe · Täglich von 20:00 bis 05:00 Uhr · 05.10.2026, 20:00 bis 09.10.2026, 05:00 Uhr',
  )
})

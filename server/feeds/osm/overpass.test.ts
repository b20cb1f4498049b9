import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingDegrees } from '#domain/geo/geo.ts'
import { overpass } from './overpass.ts'
import { camera, readBytes, readElements, recordsOf } from '#server/feeds/testing/overpass.ts'

const folder = join(process.env['SHARED_DIR'] ?? '../shared', 'data/speedcams')
const cameraFile = join(folder, 'osm_speedcams_2018_DERIVED_overpass.json')
const berlinFile = join(folder, 'osm_enforcement_berlin_DERIVED_overpass.json')

async function failureOf(bytes: Uint8Array): Promise<string> {
  const reading = await readBytes(bytes)
  return 'failure' in reading ? reading.failure : 'no failure'
}

describe('3,012 real cameras', () => {
  test.skipIf(!existsSync(cameraFile))('are counted by type, and 1,697 of them have a limit', async () => {
    const reading = await readBytes(readFileSync(cameraFile))
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading).toMatchObject({ read: 3012, swapped: 0, dropped: { notACamera: 2, outOfService: 1 } })
    const counts = Map.groupBy(reading.records, ({ poiType }) => poiType)
    expect(Object.fromEntries([...counts].map(([type, records]) => [type, records.length]))).toEqual({
      SpeedControl: 2974,
      RedLightControl: 28,
      SpeedAndRedLightControl: 2,
      SemiStationarySpeedCameras: 5,
    })
    // 1,700 have the tag: "signals" 4 times, "?" 3 times, "0" once, and one is out of service. 6 others have it for one
    // direction.
    expect(reading.records.filter(({ speed }) => speed !== null)).toHaveLength(1697)
    expect(new Set(reading.records.map(({ sourceId }) => sourceId)).size).toBe(3009)
  })

  test.skipIf(!existsSync(cameraFile))('are kept abroad, and none gets a direction from where it looks', async () => {
    const reading = await readBytes(readFileSync(cameraFile))
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading.records.filter(({ longitude }) => longitude < 5.8).length).toBeGreaterThan(1000)
    expect(reading.records.filter(({ direction }) => direction !== null)).toEqual([])
  })

  test.skipIf(!existsSync(cameraFile))('are read completely or not at all, wherever the file is cut off', async () => {
    const bytes = readFileSync(cameraFile)
    for (const length of [1, 100, 5000, bytes.length >> 1, bytes.length - 100, bytes.length - 3]) {
      expect(await failureOf(bytes.subarray(0, length))).toMatch(
        /^antwort\.json ist abgeschnitten oder beschädigt \((endet in )?Zeile \d+/,
      )
    }
  })
})

describe('two real relations in Berlin', () => {
  test.skipIf(!existsSync(berlinFile))(
    'give their devices, which monitor the direction from where one comes',
    async () => {
      const reading = await readBytes(readFileSync(berlinFile))
      if ('failure' in reading) throw new Error(reading.failure)
      expect(reading.dropped).toEqual({ merged: 1 })
      const byId = new Map(reading.records.map((record) => [record.sourceId, record]))
      expect([...byId.keys()].toSorted()).toEqual(['node/27011990', 'node/4489535203'])

      const from = { latitude: 52.5148611, longitude: 13.3492326 }
      const device = { latitude: 52.5146406, longitude: 13.3486782 }
      expect(byId.get('node/4489535203')).toMatchObject({
        ...device,
        poiType: 'RedLightControl',
        direction: Math.round(bearingDegrees(from, device)),
      })
      // The device of the other one is a mere traffic light.
      expect(byId.get('node/27011990')).toMatchObject({ poiType: 'RedLightControl', direction: 306 })
    },
  )
})

describe('elements', () => {
  test('of different kinds with one id are two, and each counts once however often it is listed', async () => {
    const way = { type: 'way', id: 1, center: { lat: 49.1, lon: 8.4 }, tags: { highway: 'speed_camera' } }
    const records = await recordsOf([camera(), camera(), way])
    expect(records.map(({ sourceId }) => sourceId)).toEqual(['node/1', 'way/1'])
  })

  test('near each other stay two', async () => {
    expect(await recordsOf([camera({}, 1), camera({}, 2)])).toHaveLength(2)
  })

  test('with swapped latitude and longitude are corrected, and counted', async () => {
    const turned = { ...camera(), lat: 8.4, lon: 49 }
    expect(await readElements([turned])).toMatchObject({ records: [{ latitude: 49, longitude: 8.4 }], swapped: 1 })
  })

  test('with unknown members or fields are read all the same', async () => {
    const odd = {
      ...camera(),
      version: 3,
      user: null,
      geometry: [null],
      tags: { highway: 'speed_camera', odd: 'x\0y' },
    }
    expect(await recordsOf([odd])).toHaveLength(1)
  })

  test.each([
    { what: 'without a place', element: { ...camera(), lat: undefined }, dropped: { withoutPlace: 1 } },
    { what: 'beyond the pole', element: { ...camera(), lat: 200, lon: 300 }, dropped: { withoutPlace: 1 } },
    { what: 'of no kind', element: { ...camera(), type: 'count' }, dropped: { unreadable: 1 } },
    { what: 'that are no object', element: 7, dropped: { unreadable: 1 } },
  ])('$what are counted, and the others read', async ({ element, dropped }) => {
    expect(await readElements([element, camera({}, 2)])).toMatchObject({ read: 2, records: [{}], dropped })
  })
})

describe('an unreadable answer', () => {
  test.each([
    ['', 'antwort.json ist leer'],
    ['  \n', 'antwort.json ist leer'],
    ['<html><body>504 Gateway Timeout</body></html>', 'antwort.json ist eine HTML- oder XML-Seite'],
    ['<?xml version="1.0"?><osm/>', 'antwort.json ist eine HTML- oder XML-Seite'],
    ['{"elements":[{"type"', 'antwort.json ist abgeschnitten oder beschädigt'],
    ['{"type":"FeatureCollection","features":[]}', 'antwort.json ist keine JSON-Antwort von Overpass'],
    ['[]', 'antwort.json ist keine JSON-Antwort von Overpass'],
    ['imei,model', 'antwort.json ist keine JSON-Antwort von Overpass'],
    [
      '{"elements":[],"remark":"runtime error: Query timed out in \\"query\\" at line 3"}',
      'antwort.json ist unvollständig',
    ],
  ])('%s is refused', async (body, reason) => {
    expect(await failureOf(Buffer.from(body))).toContain(reason)
  })

  test('makes the whole reading fail, whichever file it is', async () => {
    const good = Buffer.from(JSON.stringify({ elements: [camera()] }))
    const files = [
      { name: 'gut.json', bytes: good },
      { name: 'leer.json', bytes: new Uint8Array() },
    ]
    expect(await overpass.read(files)).toEqual({ failure: 'leer.json ist leer' })
  })
})

describe('whatever comes', () => {
  test('bytes are read or refused, never a reason to throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await failureOf(bytes)).not.toBe('no failure')
      }),
      { numRuns: 200 },
    )
  })

  test('elements are read into POIs with distinct ids, places on earth and sensible numbers', async () => {
    const tags = fc.dictionary(
      fc.constantFrom('highway', 'enforcement', 'maxspeed', 'type', 'mobile', 'note'),
      fc.oneof(fc.constantFrom('speed_camera', 'enforcement', 'average_speed', 'maxspeed', '50', 'yes'), fc.string()),
    )
    const id = fc.integer({ min: 1, max: 6 })
    const member = fc.record({
      type: fc.constantFrom('node', 'way'),
      ref: id,
      role: fc.constantFrom('device', 'from', 'to', 'force', ''),
    })
    const element = fc.oneof(
      fc.anything(),
      fc.record(
        {
          type: fc.constantFrom('node', 'way', 'relation'),
          id,
          lat: fc.double({ min: -100, max: 100 }),
          lon: fc.double({ min: -200, max: 200 }),
          members: fc.array(fc.oneof(member, fc.anything())),
          tags: fc.oneof(tags, fc.anything()),
        },
        { requiredKeys: ['type', 'id'] },
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 12 }), async (elements) => {
        const json = JSON.stringify({ elements }, (_key, value: unknown) => (typeof value === 'bigint' ? 0 : value))
        const reading = await readBytes(Buffer.from(json))
        if ('failure' in reading) throw new Error(reading.failure)
        expect(new Set(reading.records.map(({ sourceId }) => sourceId)).size).toBe(reading.records.length)
        for (const { latitude, longitude, direction, speed } of reading.records) {
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
          if (direction !== null) expect(direction >= 0 && direction < 360).toBe(true)
          if (speed !== null) expect(speed > 0 && speed <= 200).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

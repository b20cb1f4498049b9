import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import {
  alertOf,
  area,
  failureOf,
  infoOf,
  readBytes,
  readDocuments,
  recordsOf,
  square,
} from '#server/feeds/testing/cap.ts'

const file = join(
  process.env['SHARED_DIR'] ?? '../shared',
  'data/dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip',
)
const isMissing = !existsSync(file)

describe('heights', () => {
  const heights = async (altitude: string, ceiling: string) => {
    const limits = `<altitude>${altitude}</altitude><ceiling>${ceiling}</ceiling>`
    const areas = `<area><areaDesc>polygonal event area</areaDesc>${square}${limits}</area>`
    const [record] = await recordsOf(alertOf({ areas }))
    return [record?.aboveMetres, record?.belowMetres]
  }

  test.each([
    ['0.0', '9842.5197', [null, null]],
    ['1968.5039', '9842.5197', [600, null]],
    ['3280.8399', '4921.2598', [1000, 1500]],
    ['0.0', '2624.6719', [null, 800]],
    ['', 'x', [null, null]],
  ])('from %s to %s feet are given in metres, no limit as null', async (altitude, ceiling, actual) => {
    expect(await heights(altitude, ceiling)).toEqual(actual)
  })

  test('of several areas are those of all of them together', async () => {
    const areaFrom = (feet: string) =>
      `<area><areaDesc>polygonal event area</areaDesc>${square}<altitude>${feet}</altitude><ceiling>9842.5197</ceiling></area>`
    const areas = areaFrom('3280.8399') + areaFrom('1968.5039')
    expect(await recordsOf(alertOf({ areas }))).toMatchObject([{ aboveMetres: 600, belowMetres: null }])
  })

  test('are unlimited where the warning names none', async () => {
    expect(await recordsOf(alertOf())).toMatchObject([{ aboveMetres: null, belowMetres: null }])
  })
})

describe('three real warnings in eight languages', () => {
  test.skipIf(isMissing)('have German names, levels and times', async () => {
    const reading = await readBytes(readFileSync(file))
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading).toMatchObject({ read: 3, dropped: {}, swapped: 0 })
    const actual = reading.records.map((record) => [
      record.warningType,
      record.level,
      record.regionName,
      record.sentAt,
      record.validFrom,
      record.validUntil,
    ])
    expect(actual.toSorted()).toEqual([
      [
        'STARKREGEN',
        2,
        'Gemeinde Bovenden und 44 weitere',
        '2023-06-23T09:56:00.000Z',
        '2023-06-23T09:56:00.000Z',
        '2023-06-23T12:00:00.000Z',
      ],
      [
        'STARKREGEN',
        2,
        'Stadt Havelsee und 2 weitere',
        '2023-06-23T09:14:00.000Z',
        '2023-06-23T09:14:00.000Z',
        '2023-06-23T13:00:00.000Z',
      ],
      [
        'WINDBÖEN',
        1,
        'Gemeinde Bovenden und 167 weitere',
        '2023-06-22T21:40:00.000Z',
        '2023-06-23T06:00:00.000Z',
        '2023-06-23T14:00:00.000Z',
      ],
    ])
    const [havelsee] = reading.records.filter(({ regionName }) => regionName.startsWith('Stadt Havelsee'))
    expect(havelsee).toMatchObject({
      headline: 'Amtliche WARNUNG vor STARKREGEN',
      description: expect.stringMatching(/^Es tritt Starkregen auf\. .*20 l\/m² und 30 l\/m²/),
      instruction: expect.stringContaining('Verkehrsbehinderungen'),
      attribution: 'Quelle: Deutscher Wetterdienst; © GeoBasis-DE / BKG 2021 (Daten modifiziert)',
    })
    expect(reading.records.find(({ level }) => level === 1)?.instruction).toBeNull()
  })

  test.skipIf(isMissing)(
    'have closed outlines in Germany, longitude first, with two holes in one of them',
    async () => {
      const reading = await readBytes(readFileSync(file))
      if ('failure' in reading) throw new Error(reading.failure)
      const outlines = reading.records.map(({ area: { coordinates } }) => coordinates)
      const rings = outlines.map((polygons) => polygons.map((polygon) => polygon.map((ring) => ring.length)))
      expect(rings).toEqual([[[5], [9], [26], [234, 6, 13]], [[71]], [[399]]])
      for (const ring of outlines.flat(2)) {
        expect(ring.at(0)).toEqual(ring.at(-1))
        expect(ring.at(-1)).not.toEqual(ring.at(-2))
        for (const [longitude, latitude] of ring) {
          expect(longitude > 9 && longitude < 13 && latitude > 51 && latitude < 53).toBe(true)
        }
      }
    },
  )

  test.skipIf(isMissing)('are read completely or not at all, wherever the archive is cut off', async () => {
    const bytes = readFileSync(file)
    for (const length of [2, 30, 1000, bytes.length >> 1, bytes.length - 22, bytes.length - 1]) {
      expect(await failureOf(bytes.subarray(0, length))).toBe(
        'warnungen.zip ist abgeschnitten oder kein lesbares Zip-Archiv',
      )
    }
  })

  test.skipIf(isMissing)('can be read one by one, and not if one is cut off', async () => {
    const [document] = Object.values(unzipSync(readFileSync(file)))
    if (document === undefined) throw new Error('the archive is empty')
    expect(await readBytes(document)).toMatchObject({ read: 1, records: [{}] })
    for (const length of [1, 500, document.length >> 1, document.length - 9]) {
      expect(await failureOf(document.subarray(0, length))).toContain('enthält keine lesbare Warnung')
    }
  })
})

describe('which warnings hold', () => {
  const actual = (msgType: string, references = '') =>
    `<status>Actual</status><msgType>${msgType}</msgType><references>${references}</references>`

  test.each([
    ['a test by its status', { head: '<status>Test</status><msgType>Alert</msgType>' }, 'test'],
    ['an exercise', { head: '<status>Exercise</status><msgType>Alert</msgType>' }, 'test'],
    ['a test by its group', { info: '<eventCode><valueName>GROUP</valueName><value>TEST</value></eventCode>' }, 'test'],
    ['a test by its code', { info: '<eventCode><valueName>II</valueName><value>98</value></eventCode>' }, 'test'],
    ['a cancellation', { head: actual('Cancel') }, 'cancelled'],
    ['an all-clear', { info: '<responseType>AllClear</responseType>' }, 'cancelled'],
    ['one without German words', { language: 'en' }, 'withoutGermanText'],
    ['one without an outline', { areas: '<area><areaDesc>Stadt Karlsruhe</areaDesc></area>' }, 'withoutPlace'],
  ])('not %s', async (_what, draft, reason) => {
    expect(await readDocuments(alertOf(draft))).toMatchObject({ read: 1, records: [], dropped: { [reason]: 1 } })
  })

  test.each(['Update', 'Cancel'])('not one that a later %s refers to, in whatever language', async (msgType) => {
    const later = alertOf({
      identifier: '3.DEU',
      head: actual(msgType, 'dwd,1.DEU,2026-06-01T09:00:00+02:00 dwd,2.MUL,x'),
    })
    const reading = await readDocuments(alertOf(), alertOf({ identifier: '2.MUL' }), later)
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading.read).toBe(3)
    expect(reading.dropped.superseded).toBe(2)
    expect(reading.records.map(({ id }) => id)).toEqual(msgType === 'Update' ? ['3.DEU/STARKREGEN'] : [])
  })

  test('not several times, however often it is delivered', async () => {
    expect(await recordsOf(alertOf(), alertOf())).toHaveLength(1)
  })

  test('one for each event of an alert, its parts put together', async () => {
    const other = '<area><areaDesc>Stadt Ettlingen</areaDesc><polygon>48,8 48,9 48.5,9</polygon></area>'
    const infos = [
      infoOf({}),
      infoOf({ severity: 'Severe', areas: other }),
      infoOf({ event: 'HAGEL', severity: 'Extreme' }),
      infoOf({ language: 'en', event: 'HEAVY RAIN' }),
    ].join('')
    const records = await recordsOf(alertOf({}, infos))
    expect(records).toMatchObject([
      { id: '1.MUL/STARKREGEN', level: 3, regionName: 'Stadt Karlsruhe und 1 weitere' },
      { id: '1.MUL/HAGEL', level: 4, regionName: 'Stadt Karlsruhe' },
    ])
    expect(records[0]?.area.coordinates).toHaveLength(2)
  })
})

describe('what a warning says', () => {
  test.each([
    ['Minor', 1],
    ['Moderate', 2],
    ['Severe', 3],
    ['Extreme', 4],
    ['Unknown', 1],
  ])('%s is level %i', async (severity, level) => {
    expect(await recordsOf(alertOf({ severity }))).toMatchObject([{ level }])
  })

  test('holds until it is cancelled if no end is given, and from when it was issued if no beginning is given', async () => {
    const bare = `<info><language>de-DE</language><event>NEBEL</event><severity>Minor</severity>${area}</info>`
    expect(await recordsOf(alertOf({}, bare))).toMatchObject([
      { validFrom: '2026-06-01T07:00:00.000Z', validUntil: null, headline: 'NEBEL', instruction: null },
    ])
  })

  test('has no region name if only its outline is known', async () => {
    const areas = `<area><areaDesc>polygonal event area</areaDesc>${square}</area>`
    expect(await recordsOf(alertOf({ areas }))).toMatchObject([{ regionName: 'polygonal event area' }])
  })

  test('has its characters, however they were written', async () => {
    const info = '<headline>B&#xF6;en &amp; Regen&#0;</headline><description><![CDATA[5 < 6 & 7]]></description>'
    expect(await recordsOf(alertOf({ info }))).toMatchObject([{ headline: 'Böen & Regen', description: '5 < 6 & 7' }])
  })

  test('is read with a prefix for its namespace and a byte order mark', async () => {
    const prefixed = alertOf().replaceAll(/<(\/?)(?=[a-z])/g, '<$1cap:')
    expect(await recordsOf(`\uFEFF${prefixed}\n`)).toHaveLength(1)
  })
})

describe('advance information', () => {
  const event = 'VORABINFORMATION SCHWERES GEWITTER'

  test('is known by its urgency, not by its words, and counted apart', async () => {
    const words = { event, severity: 'Severe' }
    const reading = await readDocuments(
      alertOf({ ...words, identifier: '1', urgency: 'Future' }),
      alertOf({ ...words, identifier: '2' }),
      alertOf({ identifier: '3', urgency: 'Future' }),
    )
    expect(reading).toMatchObject({ read: 3, dropped: {}, apart: { advance: 2 } })
    expect('records' in reading && reading.records.map(({ id, level, advance }) => [id, level, advance])).toEqual([
      [`1/advance/${event}`, 3, true],
      [`2/${event}`, 3, undefined],
      ['3/advance/STARKREGEN', 2, true],
    ])
  })

  test('does not swallow the warning of the same event that comes with it', async () => {
    const records = await recordsOf(alertOf({}, infoOf({ urgency: 'Future', severity: 'Extreme' }) + infoOf({})))
    expect(records.map(({ level, advance }) => [level, advance])).toEqual([
      [4, true],
      [2, undefined],
    ])
  })
})

describe('outlines', () => {
  const ringsOf = async (areas: string) =>
    (await recordsOf(alertOf({ areas })))[0]?.area.coordinates.map((polygon) => polygon.map((ring) => ring.length)) ??
    []
  const hole = (ring: string) => `<geocode><valueName>EXCLUDE_POLYGON</valueName><value>${ring} </value></geocode>`

  test('have their holes in the polygon that contains them', async () => {
    const second = '<polygon>51,8 51,9 52,9 52,8 51,8</polygon>'
    const inSecond = hole('51.2,8.2 51.2,8.8 51.8,8.8 51.2,8.2')
    const inFirst = hole('49.2,8.2 49.2,8.8 49.8,8.8 49.8,8.2 49.2,8.2')
    const areas = `<area><areaDesc>x</areaDesc>${square}${second}${inSecond}${inFirst}</area>`
    expect(await ringsOf(areas)).toEqual([
      [5, 5],
      [5, 4],
    ])
  })

  test('are closed if they were left open', async () => {
    expect(await ringsOf('<area><areaDesc>x</areaDesc><polygon>49,8 49,9 50,9</polygon></area>')).toEqual([[4]])
  })

  test('with longitude first are swapped, and counted', async () => {
    const turned = '<area><areaDesc>x</areaDesc><polygon>8,49 9,49 9,50 8,49</polygon></area>'
    const reading = await readDocuments(alertOf({ areas: turned }))
    expect(reading).toMatchObject({
      swapped: 1,
      records: [
        {
          area: {
            coordinates: [
              [
                [
                  [8, 49],
                  [9, 49],
                  [9, 50],
                  [8, 49],
                ],
              ],
            ],
          },
        },
      ],
    })
  })

  test.each(['49,8 49,8 49,8', '49,8 50,8 51,8', '49,8', '', 'x,y 1,2 3,4', '49,8 49,9 500,9', '49 50 51'])(
    'that enclose nothing or are nowhere are left out: "%s"',
    async (ring) => {
      const areas = `<area><areaDesc>x</areaDesc><polygon>${ring}</polygon>${square}</area>`
      expect(await ringsOf(areas)).toEqual([[5]])
    },
  )
})

describe('an alert in several languages', () => {
  const english = infoOf({ language: 'en-GB', event: 'HEAVY RAIN' })
  const german = infoOf({ event: 'STARKREGEN' })

  test('is read as if it were in German only, wherever the German part is', async () => {
    const alone = await recordsOf(alertOf({}, german))
    expect(alone).toHaveLength(1)
    expect(await recordsOf(alertOf({}, german + english + english))).toEqual(alone)
    expect(await recordsOf(alertOf({}, english + german + english))).toEqual(alone)
    expect(await recordsOf(alertOf({}, english.replace('<language>', ' <language> ') + german))).toEqual(alone)
  })

  test('keeps German texts that quote tags', async () => {
    const quoting = infoOf({ info: '<headline><![CDATA[<info><language>en</language></info>]]></headline>' })
    expect(await recordsOf(alertOf({}, quoting + english))).toMatchObject([
      { headline: '<info><language>en</language></info>' },
    ])
    const commented = german.replace('<info>', '<info><!-- <info><language>en</language> -->')
    expect(await recordsOf(alertOf({}, english + commented))).toHaveLength(1)
  })
})

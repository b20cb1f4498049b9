import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { cap } from '#server/feeds/cap.ts'
import type { WarningRecord } from '#server/feeds/feed.ts'

const file = join(
  process.env['SHARED_DIR'] ?? '../shared',
  'data/dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip',
)
const isMissing = !existsSync(file)

const readBytes = (bytes: Uint8Array, name = 'warnungen.zip') => cap.read([{ name, bytes }])
const zipOf = (...documents: string[]) =>
  zipSync(Object.fromEntries(documents.map((document, index) => [`${index}.xml`, strToU8(document)])))
const readDocuments = (...documents: string[]) => readBytes(zipOf(...documents))

async function recordsOf(...documents: string[]): Promise<WarningRecord[]> {
  const reading = await readDocuments(...documents)
  return 'failure' in reading ? [] : reading.records
}

async function failureOf(bytes: Uint8Array): Promise<string> {
  const reading = await readBytes(bytes)
  return 'failure' in reading ? reading.failure : 'no failure'
}

const square = '<polygon>49.0,8.0 49.0,9.0 50.0,9.0 50.0,8.0 49.0,8.0 49.0,8.0</polygon>'
const area = `<area><areaDesc>polygonal event area</areaDesc>${square}</area>
  <area><areaDesc>Stadt Karlsruhe</areaDesc><geocode><valueName>WARNCELLID</valueName><value>808212000</value></geocode></area>`

interface Draft {
  identifier?: string
  head?: string
  language?: string
  event?: string
  severity?: string
  info?: string
  areas?: string
}

function infoOf({ language = 'de-DE', event = 'STARKREGEN', severity = 'Moderate', info = '', areas = area }: Draft) {
  return `<info><language>${language}</language><event>${event}</event><severity>${severity}</severity>${info}
    <onset>2026-06-01T10:00:00+02:00</onset><expires>2026-06-01T12:00:00+02:00</expires>${areas}</info>`
}

function alertOf(draft: Draft = {}, infos = infoOf(draft)): string {
  const head = draft.head ?? '<status>Actual</status><msgType>Alert</msgType>'
  return `<?xml version="1.0"?><alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
    <identifier>${draft.identifier ?? '1.MUL'}</identifier><sent>2026-06-01T09:00:00+02:00</sent>${head}${infos}</alert>`
}

describe('three real warnings in eight languages', () => {
  test.skipIf(isMissing)('have German names, levels and times', async () => {
    const reading = await readBytes(readFileSync(file))
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading).toMatchObject({ read: 3, dropped: {}, swapped: 0 })
    const told = reading.records.map((record) => [
      record.warningType,
      record.level,
      record.regionName,
      record.sentAt,
      record.validFrom,
      record.validUntil,
    ])
    expect(told.toSorted()).toEqual([
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

  test.skipIf(isMissing)('are read wholly or not at all, wherever the archive is cut off', async () => {
    const bytes = readFileSync(file)
    for (const length of [2, 30, 1000, bytes.length >> 1, bytes.length - 22, bytes.length - 1]) {
      expect(await failureOf(bytes.subarray(0, length))).toBe(
        'warnungen.zip ist abgeschnitten oder kein lesbares Zip-Archiv',
      )
    }
  })

  test.skipIf(isMissing)('can be read one by one, and not when one is cut off', async () => {
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

  test('holds until it is cancelled where no end is told, and from when it was issued where no beginning is', async () => {
    const bare = `<info><language>de-DE</language><event>NEBEL</event><severity>Minor</severity>${area}</info>`
    expect(await recordsOf(alertOf({}, bare))).toMatchObject([
      { validFrom: '2026-06-01T07:00:00.000Z', validUntil: null, headline: 'NEBEL', instruction: null },
    ])
  })

  test('stands for nowhere by name when only its outline is known', async () => {
    const areas = `<area><areaDesc>polygonal event area</areaDesc>${square}</area>`
    expect(await recordsOf(alertOf({ areas }))).toMatchObject([{ regionName: 'polygonal event area' }])
  })

  test('has its characters, whatever way they were written', async () => {
    const info = '<headline>B&#xF6;en &amp; Regen&#0;</headline><description><![CDATA[5 < 6 & 7]]></description>'
    expect(await recordsOf(alertOf({ info }))).toMatchObject([{ headline: 'Böen & Regen', description: '5 < 6 & 7' }])
  })

  test('is read with a prefix for its namespace and a byte order mark', async () => {
    const prefixed = alertOf().replaceAll(/<(\/?)(?=[a-z])/g, '<$1cap:')
    expect(await recordsOf(`\uFEFF${prefixed}\n`)).toHaveLength(1)
  })
})

describe('outlines', () => {
  const ringsOf = async (areas: string) =>
    (await recordsOf(alertOf({ areas })))[0]?.area.coordinates.map((polygon) => polygon.map((ring) => ring.length)) ??
    []
  const hole = (ring: string) => `<geocode><valueName>EXCLUDE_POLYGON</valueName><value>${ring} </value></geocode>`

  test('have their holes in the polygon they lie in', async () => {
    const second = '<polygon>51,8 51,9 52,9 52,8 51,8</polygon>'
    const inSecond = hole('51.2,8.2 51.2,8.8 51.8,8.8 51.2,8.2')
    const inFirst = hole('49.2,8.2 49.2,8.8 49.8,8.8 49.8,8.2 49.2,8.2')
    const areas = `<area><areaDesc>x</areaDesc>${square}${second}${inSecond}${inFirst}</area>`
    expect(await ringsOf(areas)).toEqual([
      [5, 5],
      [5, 4],
    ])
  })

  test('are closed where they were left open', async () => {
    expect(await ringsOf('<area><areaDesc>x</areaDesc><polygon>49,8 49,9 50,9</polygon></area>')).toEqual([[4]])
  })

  test('with longitude first are turned, and counted', async () => {
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
    'that enclose nothing or lie nowhere are left out: "%s"',
    async (ring) => {
      const areas = `<area><areaDesc>x</areaDesc><polygon>${ring}</polygon>${square}</area>`
      expect(await ringsOf(areas)).toEqual([[5]])
    },
  )
})

describe('an archive that is none', () => {
  test.each([
    ['', 'warnungen.zip ist leer'],
    ['<!DOCTYPE html><html><body>404</body></html>', 'warnungen.zip ist eine HTML-Seite'],
    ['{"warnings":{}}', 'warnungen.zip ist weder ein Zip-Archiv noch eine XML-Datei'],
    ['<gpx version="1.1"></gpx>', 'warnungen.zip enthält keine lesbare Warnung'],
  ])('"%s" is refused', async (body, reason) => {
    expect(await failureOf(strToU8(body))).toContain(reason)
  })

  test('is refused for holding something else', async () => {
    expect(await failureOf(zipSync({ 'lies.txt': strToU8('hallo') }))).toBe('warnungen.zip enthält keine XML-Datei')
  })

  test('is read as no warning at all when it is empty', async () => {
    expect(await readBytes(zipSync({}))).toEqual({ records: [], read: 0, dropped: {}, swapped: 0 })
  })

  test('loses one broken warning of several, and says so', async () => {
    const broken = alertOf().slice(0, -20)
    expect(await readDocuments(broken, alertOf())).toMatchObject({ read: 2, records: [{}], dropped: { unreadable: 1 } })
  })
})

describe('a file made to do harm', () => {
  test('that would unpack to more than is allowed is refused before it is unpacked', async () => {
    const bomb = zipSync({ 'bomb.xml': new Uint8Array(51_000_000) }, { level: 1 })
    expect(bomb.length).toBeLessThan(500_000)
    expect(await failureOf(bomb)).toBe('warnungen.zip wäre entpackt zu groß')
  })

  test('that lies about its size is unpacked no further than it says', async () => {
    const archive = zipSync({ '0.xml': strToU8(alertOf()) })
    const directory = Buffer.from(archive).indexOf('PK\u0001\u0002', 0, 'latin1')
    new DataView(archive.buffer).setUint32(directory + 24, 300, true)
    expect(await failureOf(archive)).toContain('enthält keine lesbare Warnung')
    new DataView(archive.buffer).setUint32(directory + 24, 0xff_ff_ff_f0, true)
    expect(await failureOf(archive)).toBe('warnungen.zip wäre entpackt zu groß')
  })

  test('of thousands of files is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 3001 }, (_, index) => [`${index}.xml`, new Uint8Array()]))
    expect(await failureOf(zipSync(many, { level: 0 }))).toBe('warnungen.zip wäre entpackt zu groß')
  })

  test('that brings its own entities is not read', async () => {
    const entity = '<!DOCTYPE alert [<!ENTITY boom SYSTEM "file:///etc/passwd">]>'
    const document = alertOf({ event: '&boom;' }).replace('?>', `?>${entity}`)
    expect(await failureOf(strToU8(document))).toContain('enthält keine lesbare Warnung')
  })

  test('of endlessly nested elements is not read', async () => {
    expect(await failureOf(strToU8(`${'<alert>'.repeat(100_000)}</alert>`))).toContain('keine lesbare Warnung')
  })
})

describe('whatever comes', () => {
  test('bytes are read or refused, never thrown at', async () => {
    const start = fc.constantFrom('', '<', 'PK\u0003\u0004', 'PK\u0005\u0006', '<alert>')
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), async (mark, bytes) => {
        await readBytes(Buffer.concat([Buffer.from(mark, 'latin1'), bytes]))
      }),
      { numRuns: 150 },
    )
  })

  test('an archive with damaged bytes is read or refused', async () => {
    const archive = zipOf(alertOf(), alertOf({ identifier: '2.MUL' }))
    const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = archive.slice()
        for (const [index, value] of changes) bytes[index] = value
        await readBytes(bytes)
      }),
      { numRuns: 150 },
    )
  })

  test('a document with pieces missing or doubled gives warnings with whole outlines or none', async () => {
    const whole = alertOf({ info: '<headline>x</headline>' })
    const cut = fc.tuple(fc.nat(whole.length), fc.nat(60), fc.boolean())
    await fc.assert(
      fc.asyncProperty(cut, async ([start, length, doubled]) => {
        const piece = whole.slice(start, start + length)
        const rest = whole.slice(start + length)
        const records = await recordsOf(whole.slice(0, start) + (doubled ? piece + piece : '') + rest)
        for (const { area, level, validFrom } of records) {
          expect([1, 2, 3, 4]).toContain(level)
          expect(Number.isNaN(Date.parse(validFrom))).toBe(false)
          for (const ring of area.coordinates.flat()) expect(ring.length).toBeGreaterThanOrEqual(4)
        }
      }),
      { numRuns: 150 },
    )
  })
})

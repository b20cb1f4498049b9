import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { distanceMetres } from '#domain/geo/geo.ts'
import { UnreadableFile } from './table-file.ts'
import { type AccidentRecord, type OtherAccidentRecord, readAccidents } from './unfallatlas.ts'

const real = join(process.env['SHARED_DIR'] ?? '../shared', 'data/unfallatlas')
const berlin2018 = join(real, 'berlin_2018_AfSBBB.csv')
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-accidents-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: string | Uint8Array, name = 'unfaelle.csv'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function readAll(path: string) {
  const found = {
    read: 0,
    swapped: 0,
    accidents: [] as AccidentRecord[],
    others: [] as OtherAccidentRecord[],
    withOthers: false,
    dropped: [] as string[],
    covered: new Set<string>(),
  }
  for await (const rows of readAccidents(path)) {
    found.read += rows.read
    found.swapped += rows.swapped
    found.accidents.push(...rows.accidents)
    found.others.push(...rows.others)
    found.withOthers = rows.withOthers
    found.dropped.push(...rows.dropped.map(({ reason, line }) => `${line} ${reason}`))
    for (const { land, year, month } of rows.covered) found.covered.add(`${land} ${year}/${month}`)
  }
  return found
}

const refusal = (path: string) =>
  readAll(path).then(
    () => 'no refusal',
    (error: unknown) => (error instanceof UnreadableFile ? error.message : 'a crash'),
  )

const accident = {
  land: 1,
  year: 2016,
  latitude: 53.729614888,
  longitude: 10.621659329,
  category: 2,
  kind: 8,
  type: 1,
  light: 0,
  surface: 1,
  weekend: null as boolean | null,
}

describe('a row is read the same way in the tables of all years', () => {
  test.each<[year: string, header: string, row: string, sourceId: string, weekend?: boolean]>([
    [
      '2016, which says LICHT, STRZUSTAND and IstSonstig',
      'FID;OBJECTID;ULAND;UREGBEZ;UKREIS;UGEMEINDE;UJAHR;UMONAT;USTUNDE;UWOCHENTAG;UKATEGORIE;UART;UTYP1;LICHT;IstStrasse;IstRad;IstPKW;IstFuss;IstKrad;IstSonstig;x;LINREFX;LINREFY;XGCSWGS84;YGCSWGS84',
      '0;1;01;0;53;120;2016;01;09;5;2;8;1;0;1;0;1;0;1;0;0;606982,39;5954659,92;10,621659329;53,729614888',
      '1',
      false,
    ],
    [
      '2017, whose identifier came first',
      'OBJECTID;UIDENTSTLA;ULAND;UJAHR;UMONAT;UKATEGORIE;UART;UTYP1;IstRad;IstKrad;LICHT;STRZUSTAND;LINREFX;XGCSWGS84;YGCSWGS84',
      '7;0117;1;2016;1;2;8;1;0;1;0;1;606982,39;10,621659329;53,729614888',
      '0117',
    ],
    [
      '2021, with IstStrassenzustand and the identifier at the end',
      'OID_;ULAND;UJAHR;UMONAT;UKATEGORIE;UART;UTYP1;IstKrad;ULICHTVERH;IstGkfz;XGCSWGS84;YGCSWGS84;UIDENTSTLAE;IstStrassenzustand',
      '7;01;2016;01;2;8;1;1;0;0;10,621659329;53,729614888;0121;1',
      '0121',
    ],
    [
      'Berlin, with LAND, USTRZUSTAND and names in ISO-8859-1',
      'OBJECTID;LAND;STRASSE;UJAHR;UMONAT;UKATEGORIE;UART;UTYP1;ULICHTVERH;IstKrad;USTRZUSTAND;XGCSWGS84;YGCSWGS84',
      '7;1;Wittenau S\u00FCd;2016;1;2;8;1;0;1;1;10,621659329;53,729614888',
      '7',
    ],
    [
      'any year in quotes, in other case, with a full stop for a comma',
      '"objectid";"uland";"ujahr";"umonat";"ukategorie";"uart";"utyp1";"ulichtverh";"ISTKRAD";"strzustand";"STRASSE";"xgcswgs84";"ygcswgs84"',
      '7;"01";"2016";"1";"2";"8";"1";"0";"1";"1";"A;""B""";"10.621659329";"53.729614888"',
      '7',
    ],
  ])('%s', async (_year, header, row, sourceId, weekend) => {
    for (const newline of ['\r\n', '\n']) {
      const latin1 = Buffer.from([header, row, ''].join(newline), 'latin1')
      const { accidents } = await readAll(fileOf(latin1))
      expect(accidents).toEqual([{ ...accident, sourceId, weekend: weekend ?? null }])
      const withMark = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from([header, row].join(newline))])
      expect((await readAll(fileOf(withMark))).accidents).toEqual([{ ...accident, sourceId, weekend: weekend ?? null }])
    }
  })

  test('a derived table with words, without the Land and the codes it does not have', async () => {
    const header = 'id;year;month;weekday;severity;light_condition;street_condition;bicycle;bike;lng;lat'
    const rows = [
      '1;2016;1;Sun;Schwer;Tageslicht;Nass/Feucht;FALSE;TRUE;10,621659329;53,729614888',
      '2;2016;1;Fri;Toedlich;Dämmerung;Winterglatt;FALSE;TRUE;10,621659329;53,729614888',
      '3;2016;1;Mon;Leicht;Dunkelheit;Trocken;TRUE;FALSE;10,621659329;53,729614888',
    ]
    const { accidents, dropped } = await readAll(fileOf([header, ...rows, ''].join('\n')))
    const known = { ...accident, land: null, kind: null, type: null }
    expect(accidents).toEqual([
      { ...known, sourceId: '1', weekend: true },
      { ...known, sourceId: '2', category: 1, light: 1, surface: 2, weekend: false },
    ])
    expect(dropped).toEqual(['4 withoutMotorcycle'])
  })
})

test.each([
  ['1', true],
  ['07', true],
  ['2', false],
  ['6', false],
  ['0', null],
  ['8', null],
  ['', null],
])('the weekday %s is of a weekend: %s', async (day, weekend) => {
  const columns = 'OBJECTID;ULAND;UJAHR;UMONAT;UWOCHENTAG;UKATEGORIE;IstKrad;XGCSWGS84;YGCSWGS84'
  const { accidents } = await readAll(fileOf(`${columns}\n7;1;2016;1;${day};2;1;10,62;53,72\n`))
  expect(accidents.map((accident) => accident.weekend)).toEqual([weekend])
})

const header = 'OBJECTID;ULAND;UJAHR;UMONAT;UKATEGORIE;IstKrad;XGCSWGS84;YGCSWGS84'

describe('of accidents without a motorcycle', () => {
  const others = 'OBJECTID;ULAND;UJAHR;UMONAT;UKATEGORIE;UTYP1;IstRad;IstPKW;IstFuss;IstKrad;XGCSWGS84;YGCSWGS84'
  const place = { land: 11, year: 2020, latitude: 53.7, longitude: 10.6 }

  test('place and predictor are read, where their place is known and in Germany', async () => {
    const rows = [
      '1;11;2020;4;3;2;0;1;0;0;10,6;53,7',
      '2;11;2020;4;3;7;1;1;0;0;10,6;53,7',
      '3;11;2020;4;3;1;0;0;1;0;10,6;53,7',
      '4;11;2020;4;3;2;0;1;0;0;2,35;48,86',
      '5;11;2020;4;3;2;0;1;0;0;;',
      '6;11;2020;4;3;2;0;1;0;0;NaN;53,7',
      '7;11;2020;4;3;2;0;1;0;1;10,6;53,7',
    ]
    const found = await readAll(fileOf([others, ...rows, ''].join('\r\n')))
    expect(found.others).toEqual([
      { ...place, predictor: 'turning' },
      { ...place, predictor: 'carWithOthers' },
      { ...place, predictor: 'withoutCar' },
    ])
    expect([found.withOthers, found.accidents.length]).toEqual([true, 1])
  })

  test('nothing is read from a table that does not tell which were with cars', async () => {
    const found = await readAll(fileOf([header, '1;11;2020;4;3;0;10,6;53,7', ''].join('\n')))
    expect([found.withOthers, found.others]).toEqual([false, []])
  })
})

test('a row that says all the same again is a copy; without ids nobody can know', async () => {
  const rows = ['1;1;2020;1;3;1;10,6;53,7', '2;1;2020;1;3;1;10,6;53,7', '1;1;2020;1;3;1;10,6;53,7']
  const found = await readAll(fileOf([header, ...rows, ''].join('\n')))
  expect([found.accidents.length, found.dropped]).toEqual([2, ['4 duplicate']])
  const withoutIds = [header, ...rows].map((line) => line.replace(/^[^;]*;/, ''))
  expect((await readAll(fileOf([...withoutIds, ''].join('\n')))).accidents).toHaveLength(3)
})

test('what cannot be shown is left out, with its reason and its line', async () => {
  const rows = [
    '1;1;2020;1;3;1;10,6;53,7',
    '2;1;2020;2;3;0;;',
    '3;1;2020;3;3;1;;',
    '4;1;2020;4;3;1;0;0',
    '5;1;2020;5;3;1;2,35;48,86',
    '6;1;2020;6;3;1;53,7;10,6',
    '7;1;2020;7;9;1;10,6;53,7',
    '8;17;2020;8;3;1;10,6;53,7',
    '9;1;2020;13;3;1;10,6;53,7',
    '10;1;2020;9;3;x;10,6;53,7',
    '11;1;2020;10',
    '',
    '12;1;2020;11;3;1;1e1;53,7',
    '13;1;2020;12;3;1;10,6;53,7',
  ]
  const found = await readAll(fileOf([header, ...rows, ''].join('\r\n')))
  expect(found).toMatchObject({ read: 13, swapped: 1 })
  expect(found.accidents.map(({ sourceId }) => sourceId)).toEqual(['1', '6', '13'])
  expect(found.dropped).toEqual([
    '3 withoutMotorcycle',
    '4 withoutPlace',
    '5 withoutPlace',
    '6 outsideGermany',
    '8 unreadable',
    '9 unreadable',
    '10 unreadable',
    '11 unreadable',
    '12 unreadable',
    '14 withoutPlace',
  ])
  expect([...found.covered]).toEqual([1, 2, 3, 4, 5, 6, 11, 12].map((month) => `1 2020/${month}`))
})

const row = '1;1;2020;1;3;1;10,6;53,7'

describe('a file is refused in words when it', () => {
  test.each([
    ['is empty', '', 'unfaelle.csv ist leer'],
    ['is a page', '\n <!DOCTYPE html><html></html>', 'unfaelle.csv ist eine HTML- oder XML-Seite, keine Tabelle'],
    [
      'is another table',
      'imei;model\n1;2\n',
      'unfaelle.csv ist keine Tabelle des Unfallatlas: in Zeile 1 fehlen die Spalten UJAHR, UMONAT, UKATEGORIE, IstKrad, XGCSWGS84, YGCSWGS84',
    ],
    [
      'lacks one column',
      `${header.replace('IstKrad;', '')}\n${row}\n`,
      'unfaelle.csv ist keine Tabelle des Unfallatlas: in Zeile 1 fehlen die Spalten IstKrad',
    ],
    ['is cut off within a row', `${header}\n${row}\n${row.slice(0, 15)}`, 'unfaelle.csv ist in Zeile 3 abgeschnitten'],
    [
      'has a line without end',
      `${header}\n${'x'.repeat(100_000)}`,
      'unfaelle.csv ist keine Tabelle: Zeile 2 nimmt kein Ende',
    ],
    ['is a picture', new Uint8Array(100_000).fill(200), 'unfaelle.csv ist keine Tabelle: Zeile 1 nimmt kein Ende'],
    [
      'is an archive without a table',
      zipSync({ 'a.shp': new Uint8Array(9) }),
      'unfaelle.csv enthält keine CSV- oder TXT-Datei',
    ],
  ])('%s', async (_what, content, message) => {
    expect(await refusal(fileOf(content))).toBe(message)
  })

  test('does not exist, or is a folder', async () => {
    expect(await refusal(join(folder, 'fehlt.csv'))).toMatch(/fehlt\.csv lässt sich nicht lesen$/)
    expect(await refusal(folder)).toMatch(/lässt sich nicht lesen$/)
  })
})

describe('a zip archive', () => {
  const table = new TextEncoder().encode(
    `${[header, ...Array.from({ length: 5000 }, (_, index) => `${(index * 7919) % 5000}${row}`)].join('\r\n')}\r\n`,
  )
  const archive = zipSync({
    'csv/schema.txt': new Uint8Array(20),
    'csv/Unfallorte2021_EPSG25832_CSV.csv': table,
    'shp/Unfallorte.dbf': new Uint8Array(1_000_000),
  })

  test.each([0, 6] as const)('gives the largest table in it (packed at level %i)', async (level) => {
    const zip = zipSync({ 'csv/Unfallorte_2016_LinRef.txt': table, 'csv/lies.txt': new Uint8Array(3) }, { level })
    expect((await readAll(fileOf(zip, 'a.zip'))).accidents).toHaveLength(5000)
    expect((await readAll(fileOf(archive, 'a.zip'))).accidents).toHaveLength(5000)
  })

  test('is refused when it is cut off anywhere', async () => {
    for (const share of [0.01, 0.3, 0.9, 0.999]) {
      const cut = fileOf(archive.subarray(0, Math.floor(archive.length * share)), 'a.zip')
      expect(await refusal(cut)).toBe('a.zip ist abgeschnitten oder kein lesbares Zip-Archiv')
    }
  })

  test('is refused when a byte of the table was changed', async () => {
    const start = Buffer.from(archive).indexOf('csv/Unfallorte2021') + 100
    for (const at of [0, 1000, 9000].map((offset) => start + offset)) {
      const damaged = Uint8Array.from(archive)
      damaged[at] = 255 - (damaged[at] ?? 0)
      expect(await refusal(fileOf(damaged, 'a.zip'))).toMatch(
        /^a\.zip ist (beschädigt|abgeschnitten|keine Tabelle|in Zeile)/,
      )
    }
  })
})

describe.skipIf(!existsSync(berlin2018))('the real tables', () => {
  test.each([
    ['berlin_2018_AfSBBB.csv', 13_652, 2154, [11], [2018]],
    ['berlin_2019_AfSBBB.csv', 13_390, 1974, [11], [2019]],
    ['berlin_2020_AfSBBB.csv', 11_810, 1797, [11], [2020]],
    ['regensburg_2016-2020_derived.csv', 3167, 400, [null], [2016, 2017, 2018, 2019, 2020]],
  ])('%s: %i rows, %i with motorcycles', async (name, read, motorcycles, lands, years) => {
    const found = await readAll(join(real, name))
    expect(found).toMatchObject({ read, swapped: 0 })
    expect(found.accidents).toHaveLength(motorcycles)
    expect(new Set(found.dropped.map((line) => line.split(' ')[1]))).toEqual(new Set(['withoutMotorcycle']))
    expect([...new Set(found.accidents.map(({ land }) => land))]).toEqual(lands)
    expect([...new Set(found.accidents.map(({ year }) => year))].toSorted()).toEqual(years)
    expect(found.covered.size).toBe(12 * years.length)
  })

  test('cut off at any byte, a table is refused or gives fewer rows, and never a wrong place', async () => {
    const bytes = readFileSync(berlin2018)
    const whole = await readAll(berlin2018)
    const tail = whole.accidents.find(({ sourceId }) => sourceId === lastMotorcycleIn(bytes.subarray(0, 20_000)))
    if (tail === undefined) throw new Error('no accident to cut')
    const start = bytes.indexOf(`\n${tail.sourceId};`)
    const end = bytes.indexOf('\r\n', start + 1)
    const messages = new Set<string>()
    for (let cut = start + 10; cut <= end + 2; cut += 1) {
      const path = fileOf(bytes.subarray(0, cut))
      const message = await refusal(path)
      messages.add(message.replace(/\d+/, 'N'))
      if (message !== 'no refusal') continue
      const last = (await readAll(path)).accidents.at(-1)
      expect(last?.sourceId).toBe(tail.sourceId)
      expect(distanceMetres(last ?? tail, tail)).toBeLessThan(1.2)
    }
    expect([...messages]).toEqual(['unfaelle.csv ist in Zeile N abgeschnitten', 'no refusal'])
  })
})

function lastMotorcycleIn(bytes: Uint8Array): string | undefined {
  const lines = Buffer.from(bytes).toString('latin1').split('\r\n')
  return lines.findLast((line) => line.split(';')[17] === '1')?.split(';')[0]
}

import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'
import { alertOf } from '#server/feeds/testing/cap.ts'
import { filesOf, sources } from '#server/feeds/testing/sources.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
/** Each turns the text of a good file into bytes, and states the expected sentence. */
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
    damage: (good) => Buffer.alloc(Math.max(feedsServerLimits.jsonBytes, feedsServerLimits.entryBytes) + 1, good),
    reason: /^datei ist zu groß$/,
  },
  { what: 'of another kind', damage: () => Buffer.from('imei,model\n1,2'), reason: /^datei ist (keine|weder) / },
  {
    what: 'of another source',
    damage: () => Buffer.from('{"warnings":{}}'),
    reason: /^datei ist (keine|weder) /,
  },
]

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

  test('swaps latitude and longitude back, and counts it', async () => {
    expect(await feed.read(filesOf(Buffer.from(entryAt(8.4, 49))))).toMatchObject({ records: [{}], swapped: 1 })
  })

  test.each([
    [95, 8.4],
    [49, 200],
    [-1e308, 1e308],
    ['Karlsruhe', 'Mitte'],
    [null, null],
  ])('counts %j, %j, which is no place', async (latitude, longitude) => {
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

test('entities that multiply are refused before they are expanded', async () => {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
  const laughs = `<!DOCTYPE alert [<!ENTITY l0 "ha">${levels.join('')}]>`
  const document = alertOf({ event: '&l9;' }).replace('?>', `?>${laughs}`)
  expect(await cap.read(filesOf(Buffer.from(document)))).toMatchObject({
    failure: expect.stringContaining('Entitäten'),
  })
  const archive = zipSync({ 'a.xml': Buffer.from(document), 'b.xml': Buffer.from(alertOf()) })
  expect(await cap.read(filesOf(archive))).toMatchObject({ records: [{}], dropped: { unreadable: 1 } })
})

test('a warning of an archive that is not in UTF-8 is read, with its own letters', async () => {
  const archive = zipSync({
    'a.xml': Buffer.from(alertOf({ event: 'BÖEN' }), 'latin1'),
    'b.xml': Buffer.from(alertOf({ identifier: '2.MUL', event: 'BÖEN' })),
  })
  expect(await cap.read(filesOf(archive))).toMatchObject({
    records: [{ warningType: 'BÖEN' }, { warningType: 'BÖEN' }],
    dropped: {},
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { closureRules } from '#contract/closures/closures.ts'
import { poiType } from '#contract/pois/pois.ts'
import { autobahn } from '#server/feeds/roads/autobahn.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import type { Feed } from '#server/feeds/feed.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'
import { roadworks } from '#server/feeds/roads/roadworks.ts'
import { alertOf, zipOf } from '#server/feeds/testing/cap.ts'
import { filesOf, sources, wholeWork } from '#server/feeds/testing/sources.ts'

const data = join(process.env['SHARED_DIR'] ?? '../shared', 'data')
const realFiles: { feed: Feed; path: string; runs: number }[] = [
  { feed: overpass, path: 'speedcams/osm_enforcement_berlin_DERIVED_overpass.json', runs: 200 },
  { feed: autobahn, path: 'autobahn/a1_warning_transcribed.json', runs: 200 },
  { feed: autobahn, path: 'autobahn/a81_closure_transcribed.json', runs: 200 },
  { feed: autobahn, path: 'autobahn/a8_roadworks_transcribed.json', runs: 200 },
  { feed: cap, path: 'dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip', runs: 25 },
]
const files = [
  ...sources.map(({ feed, entryAt }) => ({
    feed,
    name: `a file of ${feed.name}`,
    whole: Buffer.from(entryAt(49, 8.4)),
    runs: 200,
  })),
  { feed: roadworks, name: 'a whole road work', whole: Buffer.from(wholeWork), runs: 200 },
  { feed: cap, name: 'an archive of warnings', whole: zipOf(alertOf(), alertOf({ identifier: '2.MUL' })), runs: 200 },
  ...realFiles
    .filter(({ path }) => existsSync(join(data, path)))
    .map(({ feed, path, runs }) => ({ feed, name: path, whole: readFileSync(join(data, path)), runs })),
]

describe('a file, mutated', () => {
  test.each(files)('$name is read or refused and never throws', async ({ feed, whole, runs }) => {
    await fc.assert(
      fc.asyncProperty(mutationOf(whole), async (bytes) => {
        const reading = await feed.read(filesOf(bytes))
        if ('failure' in reading) expect(reading.failure).toMatch(/^datei /)
        else expect(reading.records.length).toBeLessThanOrEqual(reading.read * 2)
      }),
      { numRuns: runs },
    )
  })
})

/** What every field of every record must be, because the database stores it unchecked. */
function expectSound(record: object): void {
  const text = z.string().check(z.regex(/^[^\0]*$/))
  const optionalText = z.nullable(text)
  const date = z.iso.datetime().check(z.regex(/^(19|20)/))
  const instant = z.nullable(date)
  const place = z.object({ latitude: z.number().check(z.gte(-90), z.lte(90)), longitude: z.number() })
  const poi = z.extend(place, {
    sourceId: text,
    poiType,
    street: optionalText,
    postcode: optionalText,
    city: optionalText,
    speed: z.nullable(z.int()),
    direction: z.nullable(z.int().check(z.gte(0), z.lt(360))),
    note: optionalText,
    startsAt: instant,
    expiresAt: instant,
  })
  const warning = z.object({
    id: text,
    level: z.union([1, 2, 3, 4].map((level) => z.literal(level))),
    validFrom: date,
  })
  const closure = z.object({
    id: text,
    name: optionalText,
    line: z.array(place).check(z.minLength(2)),
    rules: closureRules.check(z.minLength(1)),
  })
  expect(z.union([poi, warning, closure]).safeParse(record).error).toBe(undefined)
}

describe('values of other kinds', () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      '',
      '0',
      '\0',
      '\ud800',
      -1,
      1e308,
      'constructor',
      'toString',
      '48,8,',
      '2026-02-31',
      '0000-01-01T00:00:00Z',
    ),
  )
  const samples = [
    ...sources.filter(({ feed }) => feed !== cap).map(({ feed, entryAt }) => ({ feed, sample: entryAt(49, 8.4) })),
    ...realFiles
      .filter(({ path }) => path.endsWith('.json') && existsSync(join(data, path)))
      .map(({ feed, path }) => ({ feed, sample: readFileSync(join(data, path), 'utf8') })),
  ]

  test.each([...samples, { feed: roadworks, sample: wholeWork }])(
    'in $feed.name are read or refused',
    async ({ feed, sample }) => {
      const whole: unknown = JSON.parse(sample)
      await fc.assert(
        fc.asyncProperty(fc.nat(), odd, async (position, value) => {
          const mutated = JSON.stringify(withValueAt(whole, position, value))
          const reading = await feed.read(filesOf(Buffer.from(mutated)))
          if (!('failure' in reading)) reading.records.forEach(expectSound)
        }),
        { numRuns: 400 },
      )
    },
  )

  test('in a warning are read or refused', async () => {
    const pieces = alertOf({ info: '<headline>x</headline>' }).split(/(?<=>)(?=[^<\s])|(?<=[^>\s])(?=<)/)
    await fc.assert(
      fc.asyncProperty(fc.nat(pieces.length - 1), odd, async (index, value) => {
        const reading = await cap.read(
          filesOf(Buffer.from(pieces.with(index, typeof value === 'string' ? value : JSON.stringify(value)).join(''))),
        )
        if (!('failure' in reading)) reading.records.forEach(expectSound)
      }),
      { numRuns: 300 },
    )
  })
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

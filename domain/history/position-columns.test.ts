import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Position, positionColumns, positionFlags } from '#contract/history/history.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { positionColumnsOf, positionsOf } from './position-columns.ts'
import { pageOf } from './position-page.ts'

const at = (ms: number) => new Date(Date.UTC(2026, 2, 29) + ms).toISOString()
const garage = { latitude: 49.0069, longitude: 8.4037, recordedAt: at(0) }

/** As it arrives in the browser. */
const sent = (positions: readonly Position[]) =>
  positionsOf(z.parse(positionColumns, JSON.parse(JSON.stringify(positionColumnsOf(pageOf(positions))))))

describe('positions by columns are the same positions again:', () => {
  test.each<[string, Position[]]>([
    ['none', []],
    ['one with nothing but place and time', [garage]],
    ['the ends of the world', [180, -180, 0].map((longitude) => ({ ...garage, latitude: longitude / 2, longitude }))],
    ['a step of 1e-7 degrees', [garage, { ...garage, latitude: 1e-7, longitude: -1e-7, recordedAt: at(1000) }]],
    ['times between the seconds', [garage, { ...garage, recordedAt: at(1) }, { ...garage, recordedAt: at(1999) }]],
    [
      'what was measured now and then',
      [
        { ...garage, speed: 18.52 },
        { ...garage, accuracy: 4.5, course: 0 },
        { ...garage, speed: 0, accuracy: 0.01, course: 359.99 },
        garage,
      ],
    ],
    ['what is doubted', [garage, { ...garage, flag: 'MOCK' }, garage, { ...garage, flag: 'LAST_KNOWN' }]],
  ])('%s', (_name, positions) => {
    expect(sent(positions)).toEqual(positions)
  })

  test('whatever is stored', () => {
    const hundredths = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((whole) => whole / 100)
    const degrees = (most: number) => fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((whole) => whole / 1e7)
    const position = fc.record(
      {
        latitude: degrees(90),
        longitude: degrees(180),
        recordedAt: fc.integer({ min: 0, max: 14 * dayMs }).map(at),
        accuracy: hundredths(1_000_000),
        speed: hundredths(400),
        course: hundredths(360),
        flag: fc.constantFrom(...positionFlags),
      },
      { requiredKeys: ['latitude', 'longitude', 'recordedAt'] },
    )
    fc.assert(
      fc.property(fc.array(position), (positions) => {
        expect(sent(positions)).toEqual(positions)
      }),
    )
  })
})

test('a place given more exactly than a receiver can know is kept to the centimetre', () => {
  const [kept] = sent([{ ...garage, latitude: 49.123_456_789_123 }])
  expect(kept?.latitude).toBe(49.123_456_8)
})

test('whole seconds and few digits are written as such', () => {
  const columns = positionColumnsOf(pageOf([garage, { ...garage, recordedAt: at(10_000), latitude: 49.0075 }]))
  expect(columns).toMatchObject({
    seconds: { digits: 0, differences: [Date.parse(at(0)) / 1000, 10] },
    latitude: { digits: 5, differences: [4_900_690, 60] },
  })
  expect(Object.keys(columns)).toEqual(['seconds', 'latitude', 'longitude'])
})

test('columns of unequal length are no answer', () => {
  const columns = positionColumnsOf(pageOf([garage, garage]))
  expect(positionColumns.safeParse({ ...columns, latitude: { digits: 5, differences: [1] } }).success).toBe(false)
})

test.each([
  ['a fraction', [1.5, 1]],
  ['a word', ['1', 1]],
  ['nothing where something is always measured', [null, 1]],
  ['no list', 1],
])('columns with %s are no answer', (_name, differences) => {
  const columns = positionColumnsOf(pageOf([garage, garage]))
  expect(positionColumns.safeParse({ ...columns, latitude: { digits: 5, differences } }).success).toBe(false)
})

test('a measured column may have gaps, but nothing else than whole numbers beside them', () => {
  const columns = positionColumnsOf(pageOf([garage, garage]))
  const withSpeeds = (differences: unknown) =>
    positionColumns.safeParse({ ...columns, speed: { digits: 0, differences } }).success
  expect(withSpeeds([null, 7])).toBe(true)
  expect(withSpeeds([undefined, 7])).toBe(false)
})

test('the description of the API shows lists of whole numbers', () => {
  const { $defs } = z.toJSONSchema(positionColumns, { unrepresentable: 'any' })
  expect($defs?.PositionColumns?.properties).toMatchObject({
    latitude: { properties: { differences: { type: 'array', items: { type: 'integer' } } } },
    speed: { properties: { differences: { type: 'array', items: { type: ['integer', 'null'] } } } },
  })
})

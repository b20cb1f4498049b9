import { describe, expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import type { HotspotCondition } from '#contract/route-check/route-check.ts'
import { reasonsNow } from './conditions.ts'
import { covers, type WeatherArea, type WeatherKind, weatherKindOf } from './weather-areas.ts'

const place = { latitude: 52.39, longitude: 9.73 }
const square = (metres: number) => [45, 135, 225, 315, 45].map((bearing) => destination(place, metres, bearing))
const warned = (kind: WeatherKind, more: Partial<WeatherArea> = {}): WeatherArea => ({
  id: kind,
  kind,
  level: 2,
  validFrom: '2026-01-01T00:00:00Z',
  validUntil: null,
  rings: [textOfLine(square(10_000))],
  ...more,
})
const noon = '2026-06-21T11:00:00Z'
const [night, dusk] = ['2026-06-21T23:00:00Z', '2026-06-21T20:00:00Z']
const over = { validUntil: '2026-06-21T10:00:00Z' }
const announced = { validFrom: '2026-06-21T12:00:00Z' }
const around = { rings: [textOfLine(square(10_000)), textOfLine(square(5_000))] }

describe('a hotspot is told', () => {
  test.each<[HotspotCondition[] | null, string, WeatherArea[], HotspotCondition[] | null, boolean]>([
    [null, noon, [], null, true],
    [[], noon, [], null, true],
    [['dark'], night, [], ['dark'], true],
    [['dark'], dusk, [], [], false],
    [['dark'], noon, [], [], false],
    [['dusk'], dusk, [], ['dusk'], true],
    [['dusk'], night, [], [], false],
    [['wet'], noon, [warned('rain')], ['wet'], true],
    [['wet'], noon, [warned('thunderstorm')], ['wet'], true],
    [['wet'], noon, [warned('thaw')], ['wet'], true],
    [['wet'], noon, [warned('wind')], ['wet'], false],
    [['wet'], noon, [], ['wet'], false],
    [['wet'], noon, [warned('rain', over)], ['wet'], false],
    [['wet'], noon, [warned('rain', announced)], ['wet'], false],
    [['wet'], noon, [warned('rain', around)], ['wet'], false],
    [['icy'], noon, [warned('ice')], ['icy'], true],
    [['icy'], noon, [warned('snow')], ['icy'], true],
    [['weekend'], '2026-06-19T21:59:00Z', [], [], false],
    [['weekend'], '2026-06-19T22:00:00Z', [], ['weekend'], true],
    [['weekend'], '2026-06-21T21:59:00Z', [], ['weekend'], true],
    [['weekend'], '2026-06-21T22:00:00Z', [], [], false],
    [['weekend', 'wet'], '2026-06-22T10:00:00Z', [], ['wet'], false],
    [['dark', 'wet'], night, [], ['dark'], true],
    [['dark', 'wet'], noon, [], ['wet'], false],
    [['dark', 'wet'], night, [warned('rain')], ['dark', 'wet'], true],
  ])('with %j at %s and %j because of %j, surely: %s', (conditions, at, areas, because, isSure) => {
    const reasons = reasonsNow(conditions, { place, at: new Date(at), weather: { status: 'ok', areas } })
    if (because === null) expect(reasons).toBeNull()
    else expect(reasons).toEqual({ conditions: because, isSure })
  })
})

test.each([
  ['STARKREGEN', 'rain'],
  ['ergiebiger DAUERREGEN', 'rain'],
  ['SCHWERES GEWITTER mit STARKREGEN', 'thunderstorm'],
  ['STARKER SCHNEEFALL', 'snow'],
  ['GLÄTTE', 'ice'],
  ['GLATTEIS', 'ice'],
  ['STRENGER FROST', 'ice'],
  ['TAUWETTER', 'thaw'],
  ['NEBEL', 'fog'],
  ['ORKANARTIGE BÖEN', 'wind'],
  ['WINDBÖEN', 'wind'],
  ['HITZE', null],
  ['UV-INDEX', null],
])('%s is %s for riders', (event, kind) => expect(weatherKindOf(event)).toBe(kind))

test.each([
  [9_000, true],
  [11_000, false],
])('%i m to the north-east of its middle an area holds: %s', (metres, isIn) => {
  expect(covers(warned('rain'), destination(place, metres, 45.1))).toBe(isIn)
})

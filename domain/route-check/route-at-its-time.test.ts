import { expect, test } from 'vitest'
import type { RouteItem, RouteWarning } from '#contract/route-check/route-check.ts'
import { passedItem } from '#domain/testing/route-items.ts'
import { itemsOnRide, warningsOnRide } from './route-at-its-time.ts'

const departure = { at: '2026-11-23T13:00:00Z', averageKmh: 60 }

function warning(
  warningType: string,
  validFrom: string,
  validUntil: string | null,
  from = 0,
  to = 100_000,
): RouteWarning {
  return {
    ranges: [{ from, to }],
    warning: {
      id: warningType,
      warningType,
      regionName: 'Kreis',
      latitude: 49,
      longitude: 8.4,
      validFrom,
      validUntil,
      warningLevel: 2,
      headline: warningType,
      description: '',
      instruction: null,
      attribution: '© t',
      aboveMetres: null,
      belowMetres: null,
    },
  }
}

const item = (km: number, poiType: RouteItem['poi']['poiType'], details: Partial<RouteItem['poi']['details']>) =>
  passedItem({ alongMetres: km * 1000, poi: { id: `${poiType} ${km}`, poiType }, details })

test('a warning that begins and ends on the way holds on the part that is passed between', () => {
  const storm = warning('STURM', '2026-11-23T13:20:00Z', '2026-11-23T13:50:00Z')
  expect(warningsOnRide([storm], departure).map(({ ranges }) => ranges)).toEqual([[{ from: 20_000, to: 50_000 }]])
})

test.each([
  ['over before', '2026-11-23T11:00:00Z', '2026-11-23T12:59:00Z', 0],
  ['not yet begun', '2026-11-23T14:41:00Z', null, 0],
  ['without an end', '2026-11-23T11:00:00Z', null, 1],
])('a warning that is %s', (_, from, until, count) => {
  expect(warningsOnRide([warning('STURM', from, until)], departure)).toHaveLength(count)
})

test('road works that end before they are reached are left out, and those that end after it stay', () => {
  const works = (km: number) => item(km, 'TemporaryRoadwork', { expiresAt: '2026-11-23T14:00:00Z' })
  expect(itemsOnRide([works(30), works(90)], [], departure).map(({ alongMetres }) => alongMetres)).toEqual([30_000])
})

const hotspot = (km: number, note: string) => item(km, 'AccidentHotspotMoto', { note })

/** In Karlsruhe the sun sets at 15:38 UTC, after 158 km of this ride, and it is dark from 16:13, after 193 km. */
test.each([
  ['by day', 10, '5 Motorradunfälle 2020, bei Dunkelheit.', []],
  ['at dusk', 170, '5 Motorradunfälle 2020, meist in der Dämmerung.', ['dusk']],
  ['at dusk', 170, '5 Motorradunfälle 2020, bei Dunkelheit.', []],
  ['after dusk', 210, '5 Motorradunfälle 2020, bei Dunkelheit.', ['dark']],
  ['in the rain', 50, '5 Motorradunfälle 2020, meist nass, Fahrunfall. Zu erwarten: etwa 1.', ['wet']],
  ['behind the rain', 120, '5 Motorradunfälle 2020, meist nass, Fahrunfall.', []],
  ['in the rain', 50, '5 Motorradunfälle 2020, winterglatt.', []],
  ['without a reason', 50, '5 Motorradunfälle 2020', []],
])('the conditions that hold at a hotspot %s, km %i: %s', (_, km, note, conditions) => {
  const rain = warning('STARKREGEN', '2026-11-23T12:00:00Z', null)
  const [found] = itemsOnRide([hotspot(km, note)], warningsOnRide([rain], departure), departure)
  expect(found?.because).toEqual(conditions)
})

test('rain that the weather service holds possible makes no hotspot wet', () => {
  const { ranges, warning: rain } = warning('STARKREGEN', '2026-11-23T12:00:00Z', null)
  const advance = [{ ranges, warning: { ...rain, advance: true } }]
  expect(warningsOnRide(advance, departure)).toHaveLength(1)
  expect(itemsOnRide([hotspot(50, '5 Motorradunfälle 2020, meist nass.')], advance, departure)[0]?.because).toEqual([])
})

test('a report that names such words is no hotspot', () => {
  const [found] = itemsOnRide([item(210, 'Slippery', { note: 'x, bei Dunkelheit' })], [], departure)
  expect(found?.because).toEqual([])
})

test('road works of some hours are said not to be there at other ones, in words; without clear hours they stay', () => {
  const works = (km: number, note: string) => item(km, 'LongTermRoadwork', { note })
  // 14:00 to 15:30 on a German clock.
  const all = [
    works(0, 'täglich von 20 bis 5 Uhr'),
    works(30, 'Mo-Fr von 9 bis 15 Uhr'),
    works(90, 'Mo-Fr von 9 bis 15 Uhr'),
    works(90, 'Fahrbahnerneuerung'),
    works(90, `täglich von 20 bis 5 Uhr ${'x'.repeat(300)}`),
    item(90, 'Obstacle', { note: 'täglich von 20 bis 5 Uhr' }),
  ]
  expect(itemsOnRide(all, [], departure).map(({ onlyAt }) => onlyAt)).toEqual([
    '20:00 bis 5:00 Uhr',
    null,
    'Mo bis Fr, 9:00 bis 15:00 Uhr',
    null,
    null,
    null,
  ])
})

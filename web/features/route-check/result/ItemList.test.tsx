import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { HotspotCondition, RouteItem } from '#contract/route-check/route-check.ts'
import { spotsOfRoute } from '#domain/route-check/route-spots.ts'
import { ItemList } from './ItemList.tsx'

const at = '2026-11-21T12:00:00.000Z'
const hotspot = (km: number, note: string, because: HotspotCondition[]): RouteItem => ({
  alongMetres: km * 1000,
  distanceMetres: 5,
  side: 'on',
  direction: 'unknown',
  because,
  onlyAt: null,
  poi: {
    id: `at ${km}`,
    poiType: 'AccidentHotspotMoto',
    latitude: 49,
    longitude: 8.4,
    street: 'B 3',
    postcode: null,
    city: null,
    speed: null,
    createdAt: at,
    updatedAt: at,
    details: { source: 'test', attribution: '', fetchedAt: at, note },
  },
})
const places = spotsOfRoute([
  hotspot(1, '2 Motorradunfälle 2020, nass.', ['wet']),
  hotspot(1.2, '4 Motorradunfälle 2020, 1 tödlich.', ['weekend']),
])
const textOf = (selected: number | null) =>
  renderToStaticMarkup(
    <ItemList
      places={places}
      all={places}
      departure={{ at, averageKmh: 60 }}
      selected={selected}
      onSelect={() => undefined}
    />,
  ).replaceAll(/<[^>]*>/g, '')

test('hotspots that are one place say what holds at any of them, and each tells its own when they are chosen', () => {
  const own = ['km 1,0: 2 Motorradunfälle in einem Jahr', 'km 1,2: 4 Motorradunfälle in einem Jahr, 1 tödlich']
  const tells = (selected: number | null) => own.map((words) => textOf(selected).includes(words))
  expect(textOf(null)).toContain('bei Ihrer Fahrt: Nässe, Wochenende')
  expect([tells(null), tells(0)]).toEqual([
    [false, false],
    [true, true],
  ])
})

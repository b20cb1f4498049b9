import { expect, test } from 'vitest'
import type { WeatherAreas } from '#contract/weather.ts'
import { announcedIds, drawnAreas, weatherDrawing } from './weather-drawing.ts'

const area = (id: string, validFrom: string): WeatherAreas['features'][number] => ({
  type: 'Feature',
  geometry: { type: 'MultiPolygon', coordinates: [] },
  properties: {
    id,
    latitude: 49,
    longitude: 8,
    eventType: 'STURM',
    description: '',
    headline: '',
    warningLevel: 2,
    validFrom,
    validTo: null,
    aboveMetres: null,
    belowMetres: null,
  },
})
const areas: WeatherAreas = {
  type: 'FeatureCollection',
  features: [area('now', '2026-06-01T12:00:00.000Z'), area('evening', '2026-06-01T18:00:00.000+02:00')],
}

test.each([
  ['2026-06-01T11:59:00Z', ['now', 'evening']],
  ['2026-06-01T12:00:00Z', ['evening']],
  ['2026-06-01T16:00:00Z', []],
])('at %s these areas are only announced: %j', (now, ids) => {
  const announced = announcedIds(areas, new Date(now))
  expect(announced).toEqual(ids)
  const drawn = drawnAreas(areas, announced).features.filter(({ properties }) => properties.later)
  expect(drawn.map(({ properties }) => properties.id)).toEqual(ids)
})

test('the area of advance information is drawn like one that is only announced, whatever its times are', () => {
  const [known] = areas.features
  if (known === undefined) throw new Error('no area')
  const features = [{ ...known, properties: { ...known.properties, id: 'advance', advance: true } }]
  expect(announcedIds({ ...areas, features }, new Date('2026-06-01T18:00:00Z'))).toEqual(['advance'])
})

test('an area that is only announced has a dashed edge instead of a solid one, and is hardly tinted', () => {
  const layers = weatherDrawing.layers('source')
  const dashed = layers.filter(({ paint }) => paint !== undefined && 'line-dasharray' in paint)
  expect(dashed).toMatchObject([{ id: 'source-later', filter: ['get', 'later'] }])
  expect(layers.find(({ id }) => id === 'source-edge')).toMatchObject({ filter: ['!', ['get', 'later']] })
  const area = layers.find(({ id }) => id === 'source-area')
  expect(area).toMatchObject({ paint: { 'fill-opacity': ['case', ['get', 'later'], 0.07, 0.22] } })
})

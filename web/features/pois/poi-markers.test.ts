import { describe, expect, it } from 'vitest'
import type { Poi } from '#contract/pois.ts'
import type { WeatherAreas } from '#contract/weather.ts'
import { countsByCategory, markersOf, poisInView } from './poi-markers.ts'

const centre = { latitude: 49, longitude: 8.4 }
const box = { west: 8, south: 48.5, east: 9, north: 49.5 }

function poi(id: string, poiType: Poi['poiType'], latitude: number): Poi {
  const at = '2026-06-13T10:00:00Z'
  return {
    id,
    poiType,
    latitude,
    longitude: 8.4,
    street: null,
    postcode: null,
    city: null,
    speed: null,
    createdAt: at,
    updatedAt: at,
    details: { source: 'test', attribution: 'Test', fetchedAt: at },
  }
}

const pois = [
  poi('far', 'SpeedControl', 49.2),
  poi('near', 'Accident', 49.01),
  poi('outside', 'TrafficJam', 50),
  poi('mobile', 'MobileSpeedCamera', 49.1),
]

const areas: WeatherAreas = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'MultiPolygon', coordinates: [] },
      properties: {
        id: 'storm',
        latitude: 49,
        longitude: 8,
        eventType: 'STURM',
        description: '',
        headline: '',
        warningLevel: 2,
        validFrom: '2026-06-13T10:00:00Z',
        validTo: null,
      },
    },
  ],
}

describe('POIs on the map', () => {
  it('are counted by category, weather warnings among them', () => {
    expect(countsByCategory(pois, areas)).toEqual({
      stationarySpeedCameras: 1,
      mobileSpeedCameras: 1,
      weather: 1,
      accidents: 2,
      motorcycleHazards: 0,
    })
  })

  it('that could not be loaded are not called none', () => {
    expect(countsByCategory(undefined, areas)).toMatchObject({ accidents: null, weather: 1 })
    expect(countsByCategory(pois, undefined)).toMatchObject({ accidents: 2, weather: null })
  })

  it('are shown only where their category is chosen', () => {
    expect(markersOf(pois, areas, ['weather', 'mobileSpeedCameras']).map(({ id }) => id)).toEqual(['mobile', 'storm'])
    expect(markersOf(pois, areas, [])).toEqual([])
  })

  it('in view are listed from the middle of the map outwards', () => {
    const listed = poisInView(pois, ['stationarySpeedCameras', 'accidents'], { box, centre })
    expect(listed.map((entry) => entry.poi.id)).toEqual(['near', 'far'])
    expect(listed[0]?.distanceMetres).toBeCloseTo(1112, 0)
  })
})

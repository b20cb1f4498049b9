import { describe, expect, it } from 'vitest'
import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { warningsIn } from './warnings-in.ts'

const warning = (id: string, latitude: number, longitude: number): CurrentWarning => ({
  id,
  latitude,
  longitude,
  warningType: 'STURM',
  regionName: 'Karlsruhe',
  validFrom: '2026-07-01T10:00:00Z',
  validUntil: null,
  warningLevel: 2,
  headline: '',
  description: '',
  instruction: null,
  attribution: '',
  aboveMetres: null,
  belowMetres: null,
})

const areaOf = ({ id, latitude, longitude }: CurrentWarning, degrees: number): WeatherAreas['features'][number] => ({
  type: 'Feature',
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [longitude - degrees, latitude - degrees],
          [longitude + degrees, latitude - degrees],
          [longitude + degrees, latitude + degrees],
          [longitude - degrees, latitude - degrees],
        ],
      ],
    ],
  },
  properties: {
    id,
    latitude,
    longitude,
    eventType: 'STURM',
    description: '',
    headline: '',
    warningLevel: 2,
    validFrom: '2026-07-01T10:00:00Z',
    validTo: null,
    aboveMetres: null,
    belowMetres: null,
  },
})

const karlsruhe = { west: 8.3, south: 48.9, east: 8.5, north: 49.1 }

describe('the warnings that concern what the map shows', () => {
  const far = warning('far', 53, 10)
  const beside = warning('beside', 49.6, 8.4)
  const around = warning('around', 49, 8.4)
  const undrawn = warning('undrawn', 49, 8.4)

  it('are those whose area reaches into it or lies around it, and without an area those that are there', () => {
    const areas: WeatherAreas = {
      type: 'FeatureCollection',
      features: [areaOf(far, 1), areaOf(beside, 0.55), areaOf(around, 3)],
    }
    const found = warningsIn(karlsruhe, [far, beside, around, undrawn, warning('elsewhere', 53, 10)], areas)
    expect(found.map(({ id }) => id)).toEqual(['beside', 'around', 'undrawn'])
  })

  it('are found on a map that was turned once around the globe', () => {
    const turned = { ...karlsruhe, west: karlsruhe.west + 360, east: karlsruhe.east + 360 }
    const areas: WeatherAreas = { type: 'FeatureCollection', features: [areaOf(around, 0.1)] }
    expect(warningsIn(turned, [around], areas)).toHaveLength(1)
  })
})

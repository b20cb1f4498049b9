import { expect, test } from 'vitest'
import type { HiddenPoi } from '#contract/hidden-pois/hidden-pois.ts'
import { poiCategories } from '#contract/pois/pois.ts'
import { lastClusteredZoom } from '#domain/geo/map.ts'
import { hiddenInClustersInWords } from './in-clusters.ts'

const hidden = (latitude: number, poiType: HiddenPoi['poiType'] = 'Obstacle'): HiddenPoi => ({
  id: `${poiType} ${latitude}`,
  poiType,
  latitude,
  longitude: 9,
  street: null,
  postcode: null,
  city: null,
  hiddenAt: '2026-11-21T12:00:00.000Z',
})
const box = { west: 8, south: 52, east: 10, north: 53 }
const far = { box, zoom: lastClusteredZoom }
const all = [hidden(52.1), hidden(52.2, 'SpeedControl'), hidden(51.9)]

const one = 'Die Gruppen auf der Karte zählen bis zu 1 POI mit, den Sie ausgeblendet haben.'
const two = 'Die Gruppen auf der Karte zählen bis zu 2 POIs mit, die Sie ausgeblendet haben.'

test.each([
  ['those in view', all, far, poiCategories, two],
  ['one', all.slice(0, 1), far, poiCategories, one],
  ['those of the chosen categories', all, far, ['accidents'], one],
  ['nothing before the map is there', all, null, poiCategories, false],
  ['nothing where markers stand alone', all, { box, zoom: lastClusteredZoom + 1 }, poiCategories, false],
  ['nothing of what lies elsewhere', all.slice(2), far, poiCategories, false],
] as const)('clusters are said to count %s', (_, pois, view, categories, words) =>
  expect(hiddenInClustersInWords(pois, view, categories)).toBe(words),
)

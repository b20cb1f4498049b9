import { describe, expect, test } from 'vitest'
import { poiCategories } from '#contract/pois/pois.ts'
import { areaLinkOf, mapLinkOf, readAreaLink, readMapLink } from './map-link.ts'

const nothing = { view: null, categories: null, id: null }

describe('a link to the map', () => {
  test.each([
    ['', nothing],
    ['#', nothing],
    ['#inhalt', nothing],
    ['#map=12/49.0069/8.4037', { ...nothing, view: { zoom: 12, centre: { latitude: 49.0069, longitude: 8.4037 } } }],
    ['#map=12/91/8', nothing],
    ['#map=12/49', nothing],
    ['#map=99/49/8', nothing],
    ['#map=a/b/c', nothing],
    ['#categories=accidents,ufo', { ...nothing, categories: ['accidents'] }],
    ['#categories=', { ...nothing, categories: [] }],
    ['#id=a%26b', { ...nothing, id: 'a&b' }],
  ])('%j is read', (hash, link) => {
    expect(readMapLink(hash)).toEqual(link)
  })

  test.each([
    nothing,
    { ...nothing, view: { zoom: 10.25, centre: { latitude: -49.00691, longitude: 8.4037 } } },
    { ...nothing, categories: ['weather'] as const, id: 'x y&z' },
    { ...nothing, categories: [] },
  ])('is read as it was written: %j', (link) => {
    expect(readMapLink(mapLinkOf(link))).toEqual(link)
  })

  test('names no categories when all are shown', () => {
    expect(mapLinkOf({ ...nothing, categories: poiCategories })).toBe('')
  })
})

describe('a link to an area', () => {
  const box = { west: 8, south: 48.9, east: 8.8, north: 49.12345 }

  test('is read as it was written', () => {
    expect(readAreaLink(areaLinkOf(box))).toEqual(box)
  })

  test('over the antimeridian leads to both of its sides', () => {
    const fiji = { west: 177, south: -19, east: 182, north: -15 }
    expect(readAreaLink(areaLinkOf(fiji))).toEqual(fiji)
  })

  test.each([
    '',
    '#bbox=',
    '#bbox=8,49,9',
    '#bbox=8,49,9,50,1',
    '#bbox=8,50,9,49',
    '#bbox=8,49,9,91',
    '#bbox=a,b,c,d',
    '#bbox=8,,9,50',
  ])('%j is none', (hash) => {
    expect(readAreaLink(hash)).toBeNull()
  })
})

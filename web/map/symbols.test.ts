import { describe, expect, it } from 'vitest'
import { poiCategories } from '#contract/pois.ts'
import { categorySymbols, parseImageName } from './symbols.ts'

describe('the symbols of the categories', () => {
  it.each(['colour', 'outline', 'picture'] as const)('differ from each other by %s alone', (part) => {
    const looks = poiCategories.map((category) => JSON.stringify(categorySymbols[category][part]))
    expect(new Set(looks).size).toBe(poiCategories.length)
  })
})

describe('an image name', () => {
  it('of a POI tells its category', () => {
    expect(parseImageName('poi/accidents')).toEqual({ kind: 'poi', category: 'accidents' })
  })

  it('of a POI without a known category leads to the default symbol', () => {
    expect(parseImageName('poi/ufo')).toEqual({ kind: 'poi', category: null })
  })

  it('of a cluster tells its size and the share of each category', () => {
    expect(parseImageName('cluster/35/4,0,2,0,2')).toEqual({ kind: 'cluster', sizePx: 35, shares: [4, 0, 2, 0, 2] })
  })

  it.each(['cluster/35/4,0', 'cluster/x/1,1,1,1,1', 'cluster/35/a,b,c,d,e', 'motorway_3', ''])(
    '%j means nothing to us',
    (name) => {
      expect(parseImageName(name)).toBeNull()
    },
  )
})

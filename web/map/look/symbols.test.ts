import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { poiCategories } from '#contract/pois/pois.ts'
import { categorySymbols, parseImageName, type SymbolKind, symbolOf } from './symbols.ts'

describe('the symbols of the categories', () => {
  it.each(['colour', 'outline', 'picture'] as const)('differ from each other by %s alone', (part) => {
    const looks = poiCategories.map((category) => JSON.stringify(categorySymbols[category][part]))
    expect(new Set(looks).size).toBe(poiCategories.length)
  })
})

it('the categories have the colours of the specification by day', () => {
  const tokens = readFileSync('web/app/theme/tokens.css', 'utf8')
  const hueOf = (kind: SymbolKind) => {
    const hex = new RegExp(`${symbolOf(kind).colour}: light-dark\\((#[0-9a-f]{6})`).exec(tokens)?.[1] ?? ''
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
    return { red, green, blue }
  }
  for (const grey of [hueOf('stationarySpeedCameras'), hueOf(null)]) {
    expect(Math.max(grey.red, grey.green, grey.blue) - Math.min(grey.red, grey.green, grey.blue)).toBeLessThan(40)
  }
  const orange = hueOf('mobileSpeedCameras')
  expect(orange.red > orange.green && orange.green > orange.blue).toBe(true)
  const teal = hueOf('weather')
  expect(Math.min(teal.green, teal.blue)).toBeGreaterThan(teal.red)
  const red = hueOf('accidents')
  expect(red.red).toBeGreaterThan(2 * Math.max(red.green, red.blue))
  const purple = hueOf('motorcycleHazards')
  expect(Math.min(purple.red, purple.blue)).toBeGreaterThan(purple.green)
})

describe('an image name', () => {
  it('of a POI names its category', () => {
    expect(parseImageName('poi/accidents')).toEqual({
      kind: 'poi',
      symbol: 'accidents',
      severity: 2,
      unconfirmed: false,
    })
    expect(parseImageName('poi/motorcycleHazards/3')).toMatchObject({ symbol: 'motorcycleHazards', severity: 3 })
    expect(parseImageName('poi/accidents/2/unconfirmed')).toMatchObject({ symbol: 'accidents', unconfirmed: true })
  })

  it('of a POI without a known category leads to the default symbol', () => {
    expect(parseImageName('poi/ufo')).toEqual({ kind: 'poi', symbol: null, severity: 2, unconfirmed: false })
  })

  it('of an own POI leads to a separate symbol', () => {
    expect(parseImageName('poi/own')).toEqual({ kind: 'poi', symbol: 'own', severity: 2, unconfirmed: false })
  })

  it('of a cluster names its size and the share of each category', () => {
    expect(parseImageName('cluster/35/4,0,2,0,2')).toEqual({ kind: 'cluster', sizePx: 35, shares: [4, 0, 2, 0, 2] })
  })

  it.each(['cluster/35/4,0', 'cluster/x/1,1,1,1,1', 'cluster/35/a,b,c,d,e', 'motorway_3', ''])(
    '%j means nothing to us',
    (name) => {
      expect(parseImageName(name)).toBeNull()
    },
  )
})

import { describe, expect, it } from 'vitest'
import { baseStyle, linkedAttribution, paintBase } from './base-style.ts'

const tiles = {
  tileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
  tileAttribution: '© OpenStreetMap-Mitwirkende',
  styleUrl: null,
}

const nothing = { type: 'FeatureCollection' as const, features: [] }

describe('the base style', () => {
  it('draws the tiles of the settings up to zoom 19, with their attribution', () => {
    const style = baseStyle(tiles, 'light', nothing)
    expect(style).toMatchObject({
      sources: { basemap: { type: 'raster', tiles: [tiles.tileUrl], maxzoom: 19 } },
    })
    expect(typeof style === 'string' ? [] : style.layers.at(-1)).toMatchObject({ type: 'raster', source: 'basemap' })
    expect(JSON.stringify(style)).toContain('© OpenStreetMap-Mitwirkende')
  })

  it('has outlines of countries below the tiles, in their place where they cannot be had', () => {
    const style = baseStyle(tiles, 'light', nothing)
    const layers = typeof style === 'string' ? [] : style.layers.map(({ id }) => id)
    expect(layers).toEqual(['sea', 'outline-land', 'outline-border', 'basemap'])
  })

  it('asks nobody for fonts', () => {
    expect(baseStyle(tiles, 'light', nothing)).not.toHaveProperty('glyphs')
  })

  it('is darker at night', () => {
    expect(baseStyle(tiles, 'dark', nothing)).not.toEqual(baseStyle(tiles, 'light', nothing))
  })

  it('is painted for the other theme wholly: the outlines below the tiles, too', () => {
    const paints = paintsOf('light')
    paintBase({ setPaintProperty: (layer, property, value) => void (paints[`${layer} ${property}`] = value) }, 'dark')
    expect(paints).toEqual(paintsOf('dark'))
  })

  it('is the vector style where one is set', () => {
    const styleUrl = 'https://tiles.example/style.json'
    expect(baseStyle({ ...tiles, styleUrl }, 'dark', nothing)).toBe(styleUrl)
  })
})

/** What stands in the style of a theme, by layer and property. */
function paintsOf(scheme: 'light' | 'dark'): Record<string, unknown> {
  const style = baseStyle(tiles, scheme, nothing)
  const layers = typeof style === 'string' ? [] : style.layers
  return Object.fromEntries(
    layers.flatMap(({ id, paint = {} }) =>
      Object.entries(paint).map(([property, value]) => [`${id} ${property}`, value as unknown]),
    ),
  )
}

describe('the attribution', () => {
  it('of OpenStreetMap leads to its licence', () => {
    expect(linkedAttribution('© OpenStreetMap-Mitwirkende')).toBe(
      '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap-Mitwirkende</a>',
    )
  })

  it.each(['© Kartendienst Beispiel', '<a href="https://example.org">OpenStreetMap</a>'])(
    '%j stays as it is',
    (text) => {
      expect(linkedAttribution(text)).toBe(text)
    },
  )
})

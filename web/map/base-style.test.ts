import { describe, expect, it } from 'vitest'
import { baseStyle, linkedAttribution } from './base-style.ts'

const tiles = {
  tileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
  tileAttribution: '© OpenStreetMap-Mitwirkende',
  styleUrl: null,
}

describe('the base style', () => {
  it('draws the tiles of the settings up to zoom 19, with their attribution', () => {
    const style = baseStyle(tiles, 'light')
    expect(style).toMatchObject({
      sources: { basemap: { type: 'raster', tiles: [tiles.tileUrl], maxzoom: 19 } },
      layers: [{ type: 'raster', source: 'basemap' }],
    })
    expect(JSON.stringify(style)).toContain('© OpenStreetMap-Mitwirkende')
  })

  it('asks nobody for fonts', () => {
    expect(baseStyle(tiles, 'light')).not.toHaveProperty('glyphs')
  })

  it('is darker at night', () => {
    expect(baseStyle(tiles, 'dark')).not.toEqual(baseStyle(tiles, 'light'))
  })

  it('is the vector style where one is set', () => {
    const styleUrl = 'https://tiles.example/style.json'
    expect(baseStyle({ ...tiles, styleUrl }, 'dark')).toBe(styleUrl)
  })
})

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

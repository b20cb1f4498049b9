import { createExpression, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { FeatureCollection } from 'geojson'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Base, type Basemap, loadBase } from './base-style.ts'
import { type MapTheme, repaint } from './map-theme.ts'

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }
const drawn = { outlines: nothing, waters: nothing, towns: nothing }
const fadeMs = 300
const mapThemes: readonly MapTheme[] = ['light', 'dark', 'sun']

const tiles: Basemap = {
  tileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
  tileAttribution: '© OpenStreetMap-Mitwirkende',
  styleUrl: null,
  archive: null,
}
const archive = { version: '0123456789ab', minZoom: 0, maxZoom: 15, bounds: [5.8, 47.2, 15.1, 55.1] as const }
const withArchive: Basemap = { ...tiles, archive: { ...archive, bounds: [...archive.bounds] } }
const background = ['sea', 'outline-land', 'outline-lakes', 'outline-rivers', 'outline-border', 'outline-towns']

beforeAll(() => void vi.stubGlobal('window', { location: { origin: 'https://wegwarte.example' } }))

describe.each([
  { what: 'raster tiles', basemap: tiles },
  { what: 'the operator’s own archive', basemap: withArchive },
])('the base of $what', ({ basemap }) => {
  let base: Base
  beforeAll(async () => {
    base = await loadBase(basemap, drawn, fadeMs)
  })

  it.each(mapThemes)('is a valid style in the map theme %s', (mapTheme) => {
    expect(validateStyleMin(styleOf(base, mapTheme))).toEqual([])
  })

  it('has land, water, borders and towns below the tiles, for when the tiles cannot be loaded', () => {
    expect(
      base
        .layers('light')
        .slice(0, background.length)
        .map(({ id }) => id),
    ).toEqual(background)
  })

  it('requests no fonts and no pictures', () => {
    const style = styleOf(base, 'light')
    expect(style).not.toHaveProperty('glyphs')
    expect(style).not.toHaveProperty('sprite')
  })

  it('names whose data it is', () => {
    expect(JSON.stringify(styleOf(base, 'light').sources)).toContain('© OpenStreetMap-Mitwirkende')
  })

  it.each(mapThemes.flatMap((from) => mapThemes.filter((to) => to !== from).map((to) => ({ from, to }))))(
    'is repainted completely from $from to $to: land, sea and borders, too',
    ({ from, to }) => {
      const paints = paintsOf(base.layers(from))
      expect(paints).not.toEqual(paintsOf(base.layers(to)))
      repaint(
        { setPaintProperty: (layer, property, value) => void (paints[`${layer} ${property}`] = value) },
        base.layers(to),
      )
      expect(paints).toEqual(paintsOf(base.layers(to)))
    },
  )

  it('differs between the map themes in nothing but paint, so that repainting is enough', () => {
    const [light, ...others] = mapThemes.map((mapTheme) => base.layers(mapTheme).map(({ paint: _, ...layer }) => layer))
    for (const other of others) expect(other).toEqual(light)
  })
})

it('draws the raster tiles of the settings up to zoom 19', async () => {
  const base = await loadBase(tiles, drawn, fadeMs)
  expect(styleOf(base, 'light').sources).toMatchObject({
    basemap: { type: 'raster', tiles: [tiles.tileUrl], maxzoom: 19 },
  })
  expect(base.layers('light').at(-1)).toMatchObject({ type: 'raster', source: 'basemap' })
})

it.each([{ lasting: 300 }, { lasting: 0 }])('fades tiles and colours for $lasting ms', async ({ lasting }) => {
  const style = styleOf(await loadBase(tiles, drawn, lasting), 'light')
  expect(style.transition).toMatchObject({ duration: lasting })
  expect(style.layers.at(-1)?.paint).toMatchObject({ 'raster-fade-duration': lasting })
})

it('is the vector style of the settings if one is set', async () => {
  const styleUrl = 'https://tiles.example/style.json'
  const base = await loadBase({ ...tiles, styleUrl }, drawn, fadeMs)
  expect(base.style('dark')).toBe(styleUrl)
  expect(base.layers('dark')).toEqual([])
})

describe('the operator’s own archive', () => {
  it('comes before tiles and style of others, which are not mentioned', async () => {
    const styleUrl = 'https://tiles.example/style.json'
    const base = await loadBase({ ...withArchive, styleUrl }, drawn, fadeMs)
    expect(JSON.stringify(base.style('light'))).not.toContain('tiles.example')
  })

  it('is requested from our own server, only where and as near as it has tiles', async () => {
    const { sources } = styleOf(await loadBase(withArchive, drawn, fadeMs), 'light')
    expect(sources).toMatchObject({
      archive: {
        tiles: ['https://wegwarte.example/api/basemap/0123456789ab/{z}/{x}/{y}.mvt'],
        bounds: [...archive.bounds],
        maxzoom: 15,
      },
    })
  })

  it.each([
    { properties: { name: 'Strasbourg', 'name:de': 'Straßburg' }, written: 'Straßburg' },
    { properties: { name: 'Nice' }, written: 'Nice' },
  ])('writes $written where the tile says $properties', async ({ properties, written }) => {
    expect(evaluate(await layoutOf('places_locality', 'text-field'), properties)).toBe(written)
    expect(evaluate(await layoutOf('water_label_lakes', 'text-field'), properties)).toBe(written)
  })

  it.each([
    { road: 'A5', plate: 'plate:motorway', number: '5' },
    { road: 'B10', plate: 'plate:federal', number: '10' },
    { road: 'E35', plate: 'plate:european', number: 'E35' },
    { road: 'L561', plate: 'plate:other', number: 'L561' },
    { road: '27', plate: 'plate:other', number: '27' },
  ])('shows the road $road by its German sign', async ({ road, plate, number }) => {
    const properties = { shield_text: road }
    expect(evaluate(await layoutOf('roads_shields', 'icon-image'), properties)).toBe(plate)
    expect(evaluate(await layoutOf('roads_shields', 'text-field'), properties)).toBe(number)
  })

  it('writes in letters that the browser has', async () => {
    expect(await layoutOf('places_locality', 'text-font')).toEqual(['Barlow Semi Condensed'])
    const { layers } = styleOf(await loadBase(withArchive, drawn, fadeMs), 'light')
    expect(JSON.stringify(layers)).not.toContain('Noto')
  })

  it('shows no points of interest besides those of the product', async () => {
    const { layers } = styleOf(await loadBase(withArchive, drawn, fadeMs), 'light')
    expect(layers.map(({ id }) => id)).not.toContain('pois')
  })
})

function styleOf(base: Base, mapTheme: MapTheme): StyleSpecification {
  const style = base.style(mapTheme)
  if (typeof style === 'string') throw new Error('the style of somebody else')
  return style
}

async function layoutOf(layer: string, property: string): Promise<unknown> {
  const { layers } = styleOf(await loadBase(withArchive, drawn, fadeMs), 'light')
  const layout: Record<string, unknown> = layers.find(({ id }) => id === layer)?.layout ?? {}
  return layout[property]
}

/** What an expression gives for a feature with these properties. */
function evaluate(expression: unknown, properties: Record<string, string>): unknown {
  const read = createExpression(expression, 'layers[0].layout')
  if (read.result === 'error') throw new Error(JSON.stringify(read.value))
  return read.value.evaluate({ zoom: 10 }, { type: 'Point', properties })
}

/** The values in layers, by layer and property. */
function paintsOf(layers: readonly LayerSpecification[]): Record<string, unknown> {
  return Object.fromEntries(
    layers.flatMap(({ id, paint = {} }) =>
      Object.entries(paint).map(([property, value]) => [`${id} ${property}`, value as unknown]),
    ),
  )
}

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rasterPaint } from './map-theme.ts'

/* Colours of the usual raster maps of OpenStreetMap by day: what names are written in, and what they are written on. */
const name = '#333333'
const grounds = {
  land: '#f2efe9',
  'a minor road': '#ffffff',
  'a secondary road': '#f7fabf',
  'a primary road': '#fcd6a4',
  'a motorway': '#e892a2',
  'a wood': '#add19e',
  'a meadow': '#cdebb0',
  water: '#aad3df',
  'a built-up area': '#e0dfdf',
  'an industrial area': '#ebdbe8',
}

/** Red, green and blue, each 0 to 1. */
type Colour = readonly [number, number, number]

describe.each([
  ['the map paints it', painted],
  ['the picture before the map shows it', filtered],
])('by night, as %s', (_, byNight) => {
  test.each(Object.entries(grounds))('a name on %s is read at 4.5 : 1', (_ground, ground) =>
    expect(contrast(byNight(colourOf(name)), byNight(colourOf(ground)))).toBeGreaterThanOrEqual(4.5),
  )

  test.each(Object.entries(grounds))('%s is darker than the markers and names', (_ground, ground) =>
    expect(luminance(byNight(colourOf(ground)))).toBeLessThan(0.18),
  )

  test('roads stand out from the land', () =>
    expect(contrast(byNight(colourOf(grounds['a minor road'])), byNight(colourOf(grounds.land)))).toBeGreaterThan(1.1))

  test('water stays blue, and woods green', () => {
    const [red, green, blue] = byNight(colourOf(grounds.water))
    expect(blue).toBeGreaterThan(red)
    const [woodRed, woodGreen] = byNight(colourOf(grounds['a wood']))
    expect(woodGreen).toBeGreaterThan(woodRed)
    expect(green).toBeLessThan(0.5)
  })
})

/** By the formulas of MapLibre's shader for pictures: hue, saturation, contrast, brightness. */
function painted(colour: Colour): Colour {
  const paint = rasterPaint.dark
  const [turn, saturation, contrasts, low, high] = [
    Number(paint['raster-hue-rotate']),
    Number(paint['raster-saturation']),
    Number(paint['raster-contrast']),
    Number(paint['raster-brightness-min']),
    Number(paint['raster-brightness-max']),
  ]
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const weights = [(2 * cos + 1) / 3, (-Math.sqrt(3) * sin - cos + 1) / 3, (Math.sqrt(3) * sin - cos + 1) / 3] as const
  const [red, green, blue] = colour
  const turned: Colour = [
    red * weights[0] + green * weights[1] + blue * weights[2],
    red * weights[2] + green * weights[0] + blue * weights[1],
    red * weights[1] + green * weights[2] + blue * weights[0],
  ]
  const grey = (turned[0] + turned[1] + turned[2]) / 3
  return each(turned, (part) => {
    const strong = (part + (grey - part) * -saturation - 0.5) / (1 - contrasts) + 0.5
    return low + strong * (high - low)
  })
}

/** By the formulas of CSS for the filters that stand in the style sheet. */
function filtered(colour: Colour): Colour {
  const sheet = readFileSync('web/map/pictures/MapPicture.module.css', 'utf8')
  const rule = /data-map-theme='dark'\] \.tiles \{\s+filter: ([^;]+);/.exec(sheet)?.[1] ?? ''
  const steps = [...rule.matchAll(/([a-z-]+)\(([\d.]+)(?:deg)?\)/g)]
  expect(steps.map(([, step]) => step)).toEqual(['saturate', 'hue-rotate', 'invert', 'brightness', 'contrast'])
  return steps.reduce((before, [, step, amount]) => filter(step ?? '', Number(amount), before), colour)
}

function filter(step: string, amount: number, colour: Colour): Colour {
  const grey = 0.213 * colour[0] + 0.715 * colour[1] + 0.072 * colour[2]
  // Half a turn mirrors at the grey of the same lightness.
  if (step === 'saturate') return each(colour, (part) => grey + (part - grey) * amount)
  if (step === 'hue-rotate' && amount === 180) return each(colour, (part) => 2 * grey - part)
  if (step === 'invert' && amount === 1) return each(colour, (part) => 1 - part)
  if (step === 'brightness') return each(colour, (part) => part * amount)
  if (step === 'contrast') return each(colour, (part) => (part - 0.5) * amount + 0.5)
  throw new Error(`unknown filter ${step}(${amount})`)
}

function each(colour: Colour, of: (part: number) => number): Colour {
  const within = (part: number) => Math.min(1, Math.max(0, of(part)))
  return [within(colour[0]), within(colour[1]), within(colour[2])]
}

function colourOf(hex: string): Colour {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/** Of WCAG 2.2. */
function luminance(colour: Colour): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

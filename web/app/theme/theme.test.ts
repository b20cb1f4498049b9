import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const tokens = read('./tokens.css')

/** A token's two values, by day and by night, with references followed. */
function valuesOf(name: string, brand: string): [day: string, night: string] {
  const block = tokens.slice(tokens.indexOf(`[data-brand='${brand}']`))
  const value =
    new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1] ?? new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1]
  if (value === undefined) throw new Error(`tokens.css has no --${name}`)
  const [day = value, night = value] = /^light-dark\((.+), (.+)\)$/.exec(value)?.slice(1) ?? []
  return [resolve(day, 0, brand), resolve(night, 1, brand)]
}

function resolve(value: string, side: 0 | 1, brand: string): string {
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  return reference === undefined ? value : valuesOf(reference, brand)[side]
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['color-page', 'color-surface', 'color-raised', 'color-sunken']
const texts = surfaces.flatMap((surface) => [
  ['color-text', surface],
  ['color-text-muted', surface],
  ['color-brand', surface],
  ['color-danger-ink', surface],
])
const pairs = [
  ...texts,
  ['color-on-brand', 'color-brand'],
  ['color-on-brand', 'color-brand-hover'],
  ['color-brand', 'color-brand-tint'],
  ['color-on-danger', 'color-danger'],
  ...['info', 'success', 'warning', 'danger'].map((signal) => [`color-${signal}-ink`, `color-${signal}-tint`]),
]
const shapes = [
  ['color-line-strong', 'color-surface'],
  ['color-line-strong', 'color-page'],
  ['color-focus', 'color-page'],
  ...['stationary', 'mobile', 'weather', 'accidents', 'motorcycle'].map((name) => [
    `color-category-${name}`,
    'color-surface',
  ]),
]

describe.each(['wegwarte', 'wegwarte-lotse'])('the brand %s can be read by day and by night', (brand) => {
  test.each(pairs)('text: %s on %s has a contrast of 4.5', (text = '', ground = '') => {
    for (const side of [0, 1] as const) {
      expect(contrast(valuesOf(text, brand)[side], valuesOf(ground, brand)[side])).toBeGreaterThanOrEqual(4.5)
    }
  })
  test.each(shapes)('shape: %s on %s has a contrast of 3', (shape = '', ground = '') => {
    for (const side of [0, 1] as const) {
      expect(contrast(valuesOf(shape, brand)[side], valuesOf(ground, brand)[side])).toBeGreaterThanOrEqual(3)
    }
  })
})

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/* Six sizes of type and four gaps (web/app/theme/tokens.css), so that what has the same rank looks the same. */

const gaps = ['1', '2', '3', '5'].map((number) => `var(--space-${number})`)

/** Letters that belong to a drawing have its size, and a ride is read from an arm's length, as large as the window lets. */
const drawn = [
  'web/ui/pictures/road-signs.module.css',
  'web/features/pois/list/LimitSign.module.css',
  'web/features/riding/RideScreen.module.css',
  'web/map/pictures/StaticMap.module.css',
]

const withoutComments = (css: string) => css.replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')

/** The values that a style sheet gives a property, each with what has the property's name at its end (`row-gap`). */
function valuesOf(css: string, property: string): string[] {
  const given = new RegExp(`(?<![\\w-])(?:row-|column-)?${property}: ([^;}]+)`, 'g')
  return [...withoutComments(css).matchAll(given)].map(([, value = '']) => value.trim())
}

const otherSizes = (css: string) => [
  ...valuesOf(css, 'font-size').filter((value) => !/^(var\(--text-\w+\)|inherit)$/.test(value)),
  ...valuesOf(css, 'font').filter((value) => value !== 'inherit'),
]
const otherGaps = (css: string) =>
  valuesOf(css, 'gap').filter((value) => !value.split(' ').every((part) => part === '0' || gaps.includes(part)))

function inAll(find: (css: string) => string[], left: string[]): string[] {
  const files = globSync('web/**/*.css').filter((file) => !left.includes(file))
  expect(files.length).toBeGreaterThan(100)
  return files.flatMap((file) => find(readFileSync(file, 'utf8')).map((value) => `${file}: ${value}`))
}

describe('the style sheets', () => {
  test('there are six sizes of type', () => {
    const tokens = readFileSync('web/app/theme/tokens.css', 'utf8')
    expect(new Set(tokens.match(/--text-\w+(?=:)/g)).size).toBe(6)
  })

  test('no style sheet has a size of its own', () => {
    // What the sizes are reckoned from is the size that the user has chosen.
    expect(inAll(otherSizes, drawn)).toEqual(['web/app/theme/base.css: 100%'])
  })

  test('no style sheet has a gap of its own', () => {
    expect(inAll(otherGaps, [])).toEqual([])
  })

  test('another size or gap is found', () => {
    expect(otherSizes('.a { font-size: 12px; } .b { font-size: var(--text-md); font: bold 1rem serif }')).toEqual([
      '12px',
      'bold 1rem serif',
    ])
    expect(
      otherGaps('.a { gap: 0 var(--space-4); } .b { row-gap: 2px } .c { gap: var(--space-1) var(--space-5); }'),
    ).toEqual(['0 var(--space-4)', '2px'])
  })
})

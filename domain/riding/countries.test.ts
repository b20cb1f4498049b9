import { expect, test } from 'vitest'
import { countryAt } from './countries.ts'

test.each([
  ['Hannover', 52.37, 9.73, 'germany'],
  ['Flensburg', 54.75, 9.43, 'germany'],
  ['Freiburg', 47.99, 7.85, 'germany'],
  ['Görlitz', 51.15, 14.96, 'germany'],
  ['Garmisch', 47.49, 11.09, 'germany'],
  ['Zürich', 47.37, 8.54, 'switzerland'],
  ['Genf', 46.2, 6.14, 'switzerland'],
  ['Innsbruck', 47.27, 11.4, 'elsewhere'],
  ['Straßburg', 48.58, 7.7, 'elsewhere'],
  ['Prag', 50.08, 14.43, 'elsewhere'],
] as const)('%s (%d, %d) lies in %s', (_, latitude, longitude, country) => {
  expect(countryAt({ latitude, longitude })).toBe(country)
})

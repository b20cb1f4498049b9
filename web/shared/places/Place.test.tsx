import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Place } from './Place.tsx'

const at = { latitude: 49.0069, longitude: 8.40371 }
const text = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('a place begins with its name, and its coordinates are one tap below', () => {
  const markup = renderToStaticMarkup(<Place name="Gartenstraße, Karlsruhe" at={at} accuracy={4.2} />)
  expect(markup).toMatch(/<summary[^>]*>(?:<span[^>]*>)+Gartenstraße, Karlsruhe(?:<\/span>)+<\/summary>/)
  expect(text(markup)).toBe('Gartenstraße, Karlsruhe 49.00690, 8.40371 (± 5 m)')
  expect(markup).not.toMatch(/<details[^>]* open/)
})

test.each([null, undefined])('without a name (%s) it begins with its coordinates', (name) => {
  expect(text(renderToStaticMarkup(<Place name={name} at={at} />))).toMatch(/^49\.00690, 8\.40371/)
})

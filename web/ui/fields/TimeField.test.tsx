import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { IfTwice } from '#domain/time/typed-time.ts'
import { TimeField } from './TimeField.tsx'

const draw = (value: string, ifTwice: IfTwice = 'first') =>
  renderToStaticMarkup(<TimeField label="Bis" value={value} ifTwice={ifTwice} onChange={() => {}} />)
const chosen = /<option value="[^"]+" selected="">([^<]+)</

test('in the hour that comes twice a field asks which is meant, and shows what is meant without a choice', () => {
  const drawn = draw('2026-10-25T02:30')
  expect(drawn).toContain('Bis: welche der beiden Zeiten?')
  expect(drawn).toMatch(/02:30 Uhr \(Sommerzeit\).*02:30 Uhr \(Winterzeit\)/)
  expect(chosen.exec(drawn)?.[1]).toBe('02:30 Uhr (Sommerzeit)')
  expect(chosen.exec(draw('2026-10-25T02:30', 'last'))?.[1]).toBe('02:30 Uhr (Winterzeit)')
  expect(chosen.exec(draw('2026-10-25T02:30+01:00'))?.[1]).toBe('02:30 Uhr (Winterzeit)')
})

test('at any other time a field asks nothing', () => {
  for (const value of ['', '2026-10-25T03:00', '2026-06-01T02:30']) expect(draw(value)).not.toContain('<select')
})

test('a time that is skipped in March is said to be none', () => {
  expect(draw('2026-03-29T02:30')).toContain('weil die Uhren vorgestellt werden. Bitte wählen Sie eine andere.')
})

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const file = 'dist/web/index.html'

/* The page that everybody sees first. Search engines and visitors without scripts see nothing else. */
describe.skipIf(!existsSync(file))('the built page of / (dist/web/index.html)', () => {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const headings = [...page.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text)

  test('holds the landing page with its headline, its features and its links', () => {
    expect(headings).toEqual(['Ihr persönliches POI-Warnsystem'])
    expect(page.match(/<article/g)).toHaveLength(3)
    expect(page).toMatch(/<a [^>]*href="\/register"/)
    expect(page).toMatch(/<a [^>]*href="\/support"[^>]*>Mehr erfahren/)
  })

  test('shows no error', () => {
    expect(page).not.toMatch(/Fehler|fehlgeschlagen/)
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('docs/data-protection.md names only files that are there', () => {
  const text = readFileSync('docs/data-protection.md', 'utf8')
  const named = [...text.matchAll(/`((?:contract|server|web|domain|docs|checks)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  )
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, file]) => `docs/${file}`)
  expect(named.length).toBeGreaterThan(8)
  expect([...named, ...linked].filter((file) => !existsSync(file))).toEqual([])
})

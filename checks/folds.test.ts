import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('there is one way to fold: no component draws the line of a <details> itself', () => {
  const files = globSync('web/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const own = files.filter((file) => readFileSync(file, 'utf8').includes('<summary'))
  expect(own).toEqual(['web/ui/text/Summary.tsx'])
  // What unfolds has such a line, and so none of the browser's.
  const folded = files.filter((file) => readFileSync(file, 'utf8').includes('<details'))
  expect(folded.length).toBeGreaterThan(20)
  expect(
    folded.filter((file) => file !== 'web/ui/text/Summary.tsx' && !readFileSync(file, 'utf8').includes('<Summary')),
  ).toEqual([])
})

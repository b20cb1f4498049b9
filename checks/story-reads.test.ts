import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A page shows what follows from an act a moment later, on a slow machine a long moment. So a story never reads a page once
 * and judges what it has read: `expect.poll` reads until it is right.
 */
const judgedAtOnce = /\bexpect\(\s*\(*await\s/g
const reads =
  /\.(?:all|allInnerTexts|allTextContents|ariaSnapshot|boundingBox|count|evaluate|evaluateAll|getAttribute|innerText|inputValue|isChecked|isDisabled|isEnabled|isVisible|textContent|title)\(/

function readOnceIn(text: string): number[] {
  return [...text.matchAll(judgedAtOnce)]
    .filter(({ index }) => reads.test(argumentAt(text, index + 'expect'.length)))
    .map(({ index }) => text.slice(0, index).split('\n').length)
}

/** From the opening bracket to the one that closes it; brackets in texts come in pairs, too. */
function argumentAt(text: string, opening: number): string {
  let depth = 0
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(opening, at)
  }
  return text.slice(opening)
}

test('no story judges what it has read once', () => {
  const files = globSync('e2e/*.ts')
  expect(files.length).toBeGreaterThan(40)
  const found = files.flatMap((file) => readOnceIn(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(found).toEqual([])
})

test.each([
  ["expect(await page.getByRole('checkbox').isChecked()).toBe(true)", 1],
  ['expect((await chapters.allInnerTexts()).length).toBe(3)', 1],
  ['expect(\n  await field.inputValue(),\n).toBe("")', 1],
  ["await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)", 0],
  ["expect(await faultsEverywhere(page, 'the consents')).toEqual([])", 0],
  ["expect((await download).suggestedFilename()).toBe('a')", 0],
])('%j does so %i times', (text, count) => {
  expect(readOnceIn(text)).toHaveLength(count)
})

import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/**
 * What a screen reader has of a part of the page contains these lines, in this order: `heading "Fahrten" [level=2]`,
 * `button /^Gestern/`. What else is there, and what it is nested in, does not matter (Playwright's aria snapshots).
 */
export async function expectReadOut(part: Locator, expected: readonly (string | RegExp)[]): Promise<void> {
  let lines: readonly string[] = []
  const missing = async () => {
    lines = linesOf(await part.ariaSnapshot())
    return firstMissing(lines, expected)
  }
  // What comes late is waited for.
  await expect
    .poll(missing)
    .toBeUndefined()
    .catch((cause: unknown) => {
      throw new Error(`not read out, or not in this order, of\n${lines.join('\n')}`, { cause })
    })
}

function linesOf(snapshot: string): readonly string[] {
  return snapshot.split('\n').map((line) =>
    line
      .trim()
      .replace(/^- '?/, '')
      .replace(/'(:?)$/, '$1'),
  )
}

function firstMissing(lines: readonly string[], expected: readonly (string | RegExp)[]): string | undefined {
  let from = 0
  for (const wanted of expected) {
    const found = lines.findIndex(
      (line, index) => index >= from && (typeof wanted === 'string' ? line.startsWith(wanted) : wanted.test(line)),
    )
    if (found < 0) return String(wanted)
    from = found + 1
  }
  return undefined
}

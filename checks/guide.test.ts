import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsTable } from '#server/commands/settings.ts'

/*
 * What can be said of the guide's blocks without running them. All are run by `checks/bare-machine.sh guide`.
 * After a change of a setting: `npx vitest run --project unit checks/guide.test.ts -u`
 */

const guide = readFileSync('docs/operating.md', 'utf8')

test('no block comes after the removal, which leaves nothing to run it on', () => {
  const headings = guide.split(/^## /m).filter((section) => /^```sh$/m.test(section))
  expect(headings.at(-1)).toMatch(/^Removing it\n/)
})

test('each word that stands for a value gets one where the blocks are run', () => {
  const blocks = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block).join('')
  const filled = execFileSync('sed', ['-f', 'checks/guide-values.sed'], { input: blocks, encoding: 'utf8' })
  const commands = filled.split('\n').filter((line) => /\bwegwarte [a-z]/.test(line))
  expect(commands.length).toBeGreaterThan(20)
  const open = commands.filter((line) => /\b[A-Z][A-Z-]+\b/.test(line.replace(/ #.*/, '').replaceAll(/"[^"]*"/g, '')))
  expect(open).toEqual([])
})

test("its table of settings is made from the settings' own descriptions", async () => {
  const table = /^\| Variable \|.*\n(\|.*\n)+/m
  expect(guide).toMatch(table)
  await expect(guide.replace(table, () => `${settingsTable()}\n`)).toMatchFileSnapshot('../docs/operating.md')
})

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { appLimits } from '#contract/limits/app-limits.ts'
import { versionAt } from './version.ts'

const commit = '3ea5b37c1f00000000000000000000000000beef'

test.each<[string, Record<string, string>, string]>([
  ['a copy without history', {}, '1.0.0'],
  ['a commit', { HEAD: `${commit}\n` }, '1.0.0+3ea5b37c1f'],
  ['a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` }, '1.0.0+3ea5b37c1f'],
  [
    'a branch in a fresh clone',
    { HEAD: 'ref: refs/heads/main\n', 'packed-refs': `# pack-refs\n${commit} refs/heads/main\n` },
    '1.0.0+3ea5b37c1f',
  ],
  ['a clone without commits', { HEAD: 'ref: refs/heads/main\n' }, '1.0.0'],
])('%s', (_name, files, version) => {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-version-'))
  mkdirSync(join(folder, '.git/refs/heads'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, '.git', name), text)
  expect(versionAt(folder)).toBe(version)
})

test('the package has the version that the product says, and the change log begins with it', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
  expect(version).toBe(appLimits.version)
  expect(/^## (\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1]).toBe(version)
})

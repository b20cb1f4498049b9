import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const coverage = 'docs/spec-coverage.md'
const specification = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'spec.md')

interface Row {
  statement: string
  files: string[]
  tests: string[]
}

/** The table's rows: section, statement, where it is built, which tests show it. */
function rowsOf(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, , statement = '', where = '', shown = ''] = line.split('|').map((cell) => cell.trim())
      const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
      return { statement, files: quoted(where), tests: quoted(shown) }
    })
}

const sources = globSync('{contract,domain,server,web,e2e}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))

describe('the coverage of the specification', () => {
  const rows = rowsOf(readFileSync(coverage, 'utf8'))

  test('has rows that name a place and a test', () => {
    expect(rows.length).toBeGreaterThan(80)
    for (const { statement, files, tests } of rows) {
      expect(files.length, statement).toBeGreaterThan(0)
      expect(tests.length, statement).toBeGreaterThan(0)
    }
  })

  test('names only files that exist, and tests that are run', () => {
    const named = rows.flatMap(({ files, tests }) => [...files, ...tests])
    expect(named.filter((file) => !existsSync(file))).toEqual([])
    const tests = rows.flatMap((row) => row.tests)
    expect(tests.filter((file) => !/^import .* from 'vitest'$/m.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

test.skipIf(!existsSync(specification))(
  `every German message that the specification quotes stands literally in the sources (${specification})`,
  () => {
    // No message is split by JSX or a template string: each is a plain string in one place.
    const written = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
    const missing = quotedMessages(readFileSync(specification, 'utf8')).filter((message) => !written.includes(message))
    expect(missing).toEqual([])
  },
)

function quotedMessages(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<!\w)'([^'\n]{3,200})'(?!\w)/g)].map((match) => match[1] ?? ''))]
}

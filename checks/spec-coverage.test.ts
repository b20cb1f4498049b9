import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const coverage = 'docs/spec-coverage.md'
const specification = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'spec.md')

interface Row {
  statement: string
  files: string[]
  /** `file › words of the test's name`, where the name holds of many cases `› words of the case` */
  tests: NamedTest[]
}

interface NamedTest {
  file: string
  words: string
  /** As it stands in the file; empty where the name says all. */
  example: string
}

/** The table's rows: section, statement, where it is built, which test shows it. */
function rowsOf(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, , statement = '', where = '', shown = ''] = line.split('|').map((cell) => cell.trim())
      const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
      const tests = quoted(shown).map((entry) => {
        const [file = '', words = '', example = ''] = entry.split(' › ')
        return { file, words, example }
      })
      return { statement, files: quoted(where), tests }
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

  test('names only files that exist', () => {
    const missing = rows
      .flatMap(({ files, tests }) => [...files, ...tests.map(({ file }) => file)])
      .filter((file) => !existsSync(file))
    expect(missing).toEqual([])
  })

  test('names only tests that exist', () => {
    const missing = rows
      .flatMap(({ tests }) => tests)
      .filter(({ file }) => existsSync(file))
      .filter(({ file, words, example }) => {
        const text = readFileSync(file, 'utf8')
        return !text.includes(words) || !text.includes(example)
      })
    expect(missing).toEqual([])
  })

  test('names a case of a test whose name does not say what is shown', () => {
    const vague = rows.flatMap(({ statement, tests }) =>
      tests
        .filter(({ words, example }) => isGeneric(words) && example.length < 5)
        .map(({ file, words }) => `${statement}: ${file} › ${words}`),
    )
    expect(vague).toEqual([])
  })

  test.each([
    ['%s is „%s“, for %s', true],
    ['works on a $name of $width px', true],
    ['when %s', true],
    ['a device list that is answered with %i is temporarily unavailable', false],
    ['signing out leaves nothing', false],
  ])('calls „%s“ generic: %s', (words, expected) => {
    expect(isGeneric(words)).toBe(expected)
  })
})

/** A name of which hardly a word is left without what its cases put into it. */
function isGeneric(words: string): boolean {
  const placeholders = /%[sjidfo]|\$\w+/g
  const wordsOfItsOwn = words.replaceAll(placeholders, ' ').match(/\p{L}{4,}/gu) ?? []
  return words.search(placeholders) >= 0 && wordsOfItsOwn.length < 3
}

test.skipIf(!existsSync(specification))(
  `every German message that the specification quotes stands literally in the sources (${specification})`,
  () => {
    // JSX and template strings break nothing: messages are plain strings in one place each.
    const written = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
    const missing = quotedMessages(readFileSync(specification, 'utf8')).filter((message) => !written.includes(message))
    expect(missing).toEqual([])
  },
)

function quotedMessages(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<!\w)'([^'\n]{3,200})'(?!\w)/g)].map((match) => match[1] ?? ''))]
}

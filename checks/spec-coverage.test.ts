import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const coverage = 'docs/spec-coverage.md'
const specification = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'spec.md')

interface Row {
  statement: string
  files: string[]
  /** By file the sentences of its tests. */
  shown: { file: string; sentences: string[] }[]
}

/** The table's rows: section, statement, where it is built, which tests show it. */
function rowsOf(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, , statement = '', where = '', shown = ''] = line.split('|').map((cell) => cell.trim())
      return {
        statement,
        files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        shown: shown.split(/; (?=`)/).map((entry) => ({
          file: /^`([^`]+)`: “/.exec(entry)?.[1] ?? '',
          sentences: [...entry.matchAll(/“([^”]+)”/g)].map(([, sentence = '']) => sentence),
        })),
      }
    })
}

/** The names of a file's tests, and of the cases in their tables: strings that begin a call or a row, or are called `name`. */
function namesIn(file: string): Set<string> {
  const source = readFileSync(file, 'utf8')
  const strings = source.matchAll(
    /(?:[([]|name:)\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*[,})\]]/g,
  )
  return new Set([...strings].map(([, one, two, three]) => (one ?? two ?? three ?? '').replaceAll(/\\(.)/g, '$1')))
}

const sources = globSync('{contract,domain,server,web,e2e}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))

describe('the coverage of the specification', () => {
  const rows = rowsOf(readFileSync(coverage, 'utf8'))

  test('has rows that name a place and a test', () => {
    expect(rows.length).toBeGreaterThan(80)
    for (const { statement, files, shown } of rows) {
      expect(files.length, statement).toBeGreaterThan(0)
      expect(shown.length, statement).toBeGreaterThan(0)
      for (const { sentences } of shown) expect(sentences.length, statement).toBeGreaterThan(0)
    }
  })

  test('names only files that exist, and tests that are run', () => {
    const tests = rows.flatMap(({ shown }) => shown.map(({ file }) => file))
    const named = [...rows.flatMap(({ files }) => files), ...tests]
    expect(named.filter((file) => !existsSync(file))).toEqual([])
    expect(tests.filter((file) => !/^import .* from 'vitest'$/m.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  test('names tests by sentences that stand in their files', () => {
    const gone = rows.flatMap(({ statement, shown }) =>
      shown.flatMap(({ file, sentences }) => {
        const names = namesIn(file)
        return sentences.filter((sentence) => !names.has(sentence)).map((sentence) => ({ statement, file, sentence }))
      }),
    )
    expect(gone).toEqual([])
  })

  test('names for each call of the API a test that makes it', () => {
    const calls = rows.filter(({ statement }) => statement.includes('/api/'))
    expect(calls.length).toBeGreaterThan(30)
    const unmade = calls.flatMap(({ statement, shown }) => {
      const sources = shown.map(({ file }) => readFileSync(file, 'utf8')).join('\n')
      const parts = [...statement.matchAll(/\/api\/[\w/{}-]+/g)].flatMap(([path]) => path.split(/\/\{\w+\}/))
      return parts.filter((part) => !sources.includes(part)).map((part) => `${statement}: ${part}`)
    })
    expect(unmade).toEqual([])
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

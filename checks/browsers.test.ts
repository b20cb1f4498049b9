import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/* The oldest browsers that the app supports: the build for them, texts that name them, and features that they lack. */

const config = readFileSync('vite.config.ts', 'utf8')
const oldest = Object.fromEntries(
  [...(/browsers = \[(.*)\]/.exec(config)?.[1] ?? '').matchAll(/'([a-z]+)([\d.]+)'/g)].map(([, name, version]) => [
    name,
    version,
  ]),
)

test('the build, the README and the sentence for older browsers name the same versions', () => {
  expect(Object.keys(oldest)).toEqual(['chrome', 'edge', 'firefox', 'safari', 'ios'])
  const { chrome, firefox, safari } = oldest
  expect([oldest['edge'], oldest['ios']]).toEqual([chrome, safari])
  expect(readFileSync('README.md', 'utf8')).toContain(
    `Safari and iOS from ${safari}, Chrome and Edge from ${chrome}, Firefox from ${firefox}`,
  )
  expect(readFileSync('index.html', 'utf8').replaceAll(/\s+/g, ' ')).toContain(
    `Safari oder iOS ${safari}, Chrome oder Edge ${chrome} oder Firefox ${firefox}`,
  )
})

describe.skipIf(!existsSync('dist/web/index.html'))('the built web app (dist/web)', () => {
  /** Features that browsers got after the oldest versions that the app supports. */
  const tooNew: [ending: string, pattern: RegExp][] = [
    ['css', /light-dark\(|@starting-style|oklch\(from|&:hover/],
    [
      'js',
      /AbortSignal\.any|Promise\.(withResolvers|try)|(Object|Map)\.groupBy|URL\.(canParse|parse)\(|Array\.fromAsync|RegExp\.escape/,
    ],
  ]
  test.each(tooNew)('uses nothing in its %s that these browsers lack', (ending, pattern) => {
    const files = globSync(`dist/web/**/*.${ending}`)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

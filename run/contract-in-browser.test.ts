import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutServerOnly } from './contract-in-browser.ts'

const files = globSync('contract/*.ts', { exclude: ['contract/*.test.ts', 'contract/endpoint.ts'] })

test.each(files.filter((file) => / endpoint\('/.test(readFileSync(file, 'utf8'))))(
  'no summary of %s reaches the browser',
  (file) => {
    const code = readFileSync(file, 'utf8')
    expect(code).toContain('summary:')
    expect(withoutServerOnly(code)).not.toContain('summary:')
  },
)

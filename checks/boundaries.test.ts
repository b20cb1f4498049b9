import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const imports = (from: string) => `import { thing } from '${from}'\nexport const kind = typeof thing\n`
const importsType = (from: string) => `import type { Thing } from '${from}'\nexport type Kind = Thing\n`
const restricted = 'eslint(no-restricted-imports)'

/** One violation per row: the rule, the file and content that are planted, and what the linter must answer. */
const violations: { rule: string; file: string; content: string; code: string; says?: string }[] = [
  ...[
    ['a file imports with ../', 'server/feeds/parent.ts', '../clock.ts', 'Never `../`'],
    ['a folder is imported', 'server/mail/folder.ts', '#server/db', 'no barrels'],
    ['an index file is imported', 'web/ui/barrel.ts', '#web/map/index.ts', 'no barrels'],
    ['contract imports a package', 'contract/a-package.ts', 'kysely', 'no package but zod'],
    ['contract imports Node', 'contract/node.ts', 'node:fs', 'no package but zod'],
    ['contract imports the domain', 'contract/a-rule.ts', '#domain/geo/geo.ts', 'only itself'],
    ['domain imports a package', 'domain/a-package.ts', 'zod', 'no package and no Node'],
    ['domain imports Node', 'domain/node.ts', 'node:path', 'no package and no Node'],
    ['domain imports the server', 'domain/a-store.ts', '#server/platform/clock.ts', 'only the contract'],
    ['domain imports the web', 'domain/a-screen.ts', '#web/texts/formats.ts', 'only the contract'],
    [
      'a feature of the web imports the server',
      'web/features/x/server.ts',
      '#server/platform/ids.ts',
      'nothing of the server',
    ],
    ['a foundation of the web imports Node', 'web/api/node.ts', 'node:fs', 'nothing of the server'],
    ['a test of the web imports the server', 'web/ui/x.test.ts', '#server/platform/ids.ts', 'nothing of the server'],
    ['the app imports the server', 'web/app/server.ts', '#server/platform/ids.ts', 'nothing of the server'],
    ['the server imports the web', 'server/whole.ts', '#web/texts/formats.ts', 'nothing of the web'],
    ['a script that starts programs imports one', 'run/early.mjs', '../server/platform/clock.ts', 'it imports none'],
    ['a command imports the web', 'server/commands/web.ts', '#web/texts/formats.ts', 'nothing of the web'],
    ['a route imports the web', 'server/features/x/web.routes.ts', '#web/browser/paths.ts', 'nothing of the web'],
    ['a store imports another feature', 'server/features/x/y.store.ts', '#server/features/y/y.store.ts', 'types only'],
    ['a service imports another feature', 'server/features/x/y.service.ts', '#server/features/y/y.ts', 'types only'],
    ['a route imports another feature', 'server/features/x/y.routes.ts', '#server/features/y/y.ts', 'types only'],
    ['a job imports another feature', 'server/features/x/y.jobs.ts', '#server/features/y/y.ts', 'types only'],
    ['a feature builds another', 'server/features/x/y.feature.ts', '#server/features/y/y.feature.ts', 'types only'],
    ['a feature speaks SQL', 'server/features/x/sql.feature.ts', 'kysely', 'no SQL, no HTTP'],
    ['a feature speaks HTTP', 'server/features/x/http.feature.ts', 'fastify', 'no SQL, no HTTP'],
    ['a job makes routes', 'server/features/x/routes.jobs.ts', './x.routes.ts', 'put together in its .feature.ts'],
    [
      'a route builds its feature',
      'server/features/x/f.routes.ts',
      './x.feature.ts',
      'put together in its .feature.ts',
    ],
    ['a store builds its feature', 'server/features/x/f.store.ts', './x.feature.ts', 'put together in its .feature.ts'],
    [
      'a service makes its routes',
      'server/features/x/f.service.ts',
      './x.routes.ts',
      'put together in its .feature.ts',
    ],
    [
      'a foundation of the server imports a feature',
      'server/base.ts',
      '#server/features/x/x.ts',
      'Foundations know no feature',
    ],
    ['a screen carries numbering plans', 'web/features/x/n.ts', 'libphonenumber-js/max', 'weigh more than a screen'],
    ['a screen carries the map', 'web/app/map.ts', 'maplibre-gl', 'larger than all else'],
    ['a feature carries the map', 'web/features/x/map.ts', 'maplibre-gl', 'larger than all else'],
    ['a room carries the map', 'web/features/x/room/map.ts', 'maplibre-gl', 'larger than all else'],
    ['a layer carries the map', 'web/map/layers/layer.ts', 'maplibre-gl/dist/maplibre-gl.mjs', 'larger than all else'],
    ['a screen works out suspicions', 'web/features/x/s.ts', '#domain/vehicles/suspicion.ts', 'its condition alone'],
    [
      'a service works out stays',
      'server/features/x/s.service.ts',
      '#domain/vehicles/motion.ts',
      'its condition alone',
    ],
    ['a feature of the web imports another', 'web/features/x/other.ts', '#web/features/y/texts.ts', 'knows no other'],
    ['a room of the web leaves its feature', 'web/features/x/room/other.ts', '../../y/texts.ts', 'its own feature'],
    [
      'a room of the web imports another feature',
      'web/features/x/room/y.ts',
      '#web/features/y/texts.ts',
      'knows no other',
    ],
    ['a room of the server leaves its feature', 'server/features/x/room/y.ts', '../../y/y.ts', 'its own feature'],
    ['a store in a room leaves its feature', 'server/features/x/room/y.store.ts', '../../y/y.ts', 'its own feature'],
    ['a service in a room touches SQL', 'server/features/x/room/y.service.ts', 'kysely', 'Services touch no SQL'],
    ['a feature of the web imports the app', 'web/features/x/app.ts', '#web/app/start/screens.ts', 'where it is shown'],
    ...['http', 'db', 'mail', 'push', 'phone', 'jobs', 'places', 'platform'].map((folder) => [
      `server/${folder} imports a feature`,
      `server/${folder}/feature.ts`,
      '#server/features/x/x.ts',
      'Foundations know no feature',
    ]),
    ...['api', 'browser', 'forms', 'map', 'shared', 'texts', 'ui'].map((folder) => [
      `web/${folder} imports a feature`,
      `web/${folder}/feature.ts`,
      '#web/features/x/texts.ts',
      'Foundations know no feature',
    ]),
    ['a route touches Kysely', 'server/features/x/kysely.routes.ts', 'kysely', 'Routes touch no SQL'],
    [
      'a route opens a database',
      'server/features/x/db.routes.ts',
      '#server/db/connection/database.ts',
      'Routes touch no SQL',
    ],
    ['a route makes a store', 'server/features/x/store.routes.ts', './x.store.ts', 'Routes touch no SQL'],
    ['a store touches Fastify', 'server/features/x/fastify.store.ts', 'fastify', 'Stores touch no HTTP'],
    ['a store touches HTTP', 'server/features/x/http.store.ts', '#server/http/problem.ts', 'Stores touch no HTTP'],
    ['a service touches SQL', 'server/features/x/sql.service.ts', 'kysely', 'Services touch no SQL'],
    ['a service touches Fastify', 'server/features/x/http.service.ts', 'fastify', 'Services touch no HTTP'],
    ['a service makes routes', 'server/features/x/api.service.ts', '#server/http/api.ts', 'Services touch no HTTP'],
    ...['protocols', 'feeds'].flatMap((folder) => [
      [`server/${folder} imports a feature`, `server/${folder}/feature.ts`, '#server/features/x/x.ts', 'no features'],
      [`server/${folder} touches HTTP`, `server/${folder}/http.ts`, 'fastify', 'no HTTP'],
      [`server/${folder} touches SQL`, `server/${folder}/sql.ts`, '#server/db/connection/database.ts', 'no SQL'],
    ]),
  ].map(([rule = '', file = '', from = '', says = '']) => ({
    rule,
    file,
    content: imports(from),
    code: restricted,
    says,
  })),
  ...['server/type.ts', 'server/db/type.ts', 'server/http/type.ts'].map((file) => ({
    rule: `${file} imports the type of a feature`,
    file,
    content: importsType('#server/features/x/x.store.ts'),
    code: restricted,
    says: 'Foundations know no feature',
  })),
  {
    rule: 'a screen takes React Router’s link',
    file: 'web/features/x/link.ts',
    content: "import { Link } from 'react-router'\nexport const kind = typeof Link\n",
    code: restricted,
    says: 'weigh 5 kB',
  },
  {
    rule: 'two files import each other',
    file: 'domain/chicken.ts',
    content: "import { egg } from './egg.ts'\nexport const chicken = (): string => egg()\n",
    code: 'import(no-cycle)',
  },
  {
    rule: 'two layers import each other',
    file: 'server/far.ts',
    content: "import { near } from '#server/mail/near.ts'\nexport const far = (): string => near()\n",
    code: 'import(no-cycle)',
  },
  {
    rule: 'two files import each other’s types',
    file: 'domain/hen.ts',
    content: "import type { Chick } from './chick.ts'\nexport interface Hen {\n  chicks: Chick[]\n}\n",
    code: 'import(no-cycle)',
  },
  {
    rule: 'a file has a default export',
    file: 'web/ui/Default.ts',
    content: 'export default 1\n',
    code: 'import(no-default-export)',
  },
  {
    rule: 'a file only passes others on',
    file: 'domain/everything.ts',
    content: "export * from './clean.ts'\n",
    code: 'oxc(no-barrel-file)',
  },
  {
    rule: 'a rule reads the machine’s clock',
    file: 'domain/late.ts',
    content: 'export const late = (): number => Date.now()\n',
    code: 'eslint(no-restricted-properties)',
  },
  {
    rule: 'a service reads the environment',
    file: 'server/features/x/env.service.ts',
    content: "export const port = (): string => process.env['PORT'] ?? ''\n",
    code: 'eslint(no-restricted-properties)',
  },
  {
    rule: 'a unit test replaces a module',
    file: 'domain/mocked.test.ts',
    content: "import { vi } from 'vitest'\n\nvi.mock('./clean.ts')\n",
    code: 'vitest(no-restricted-vi-methods)',
  },
  {
    rule: 'the server writes to the terminal by itself',
    file: 'server/http/loud.ts',
    content: "export const tell = (): void => console.log('x')\n",
    code: 'eslint(no-console)',
  },
  {
    rule: 'nobody waits for a promise',
    file: 'server/http/floating.ts',
    content: 'const work = async (): Promise<number> => 1\nexport const start = (): void => {\n  work()\n}\n',
    code: 'typescript(no-floating-promises)',
  },
  {
    rule: 'an any silences the compiler',
    file: 'domain/any.ts',
    content: 'export const count = (things: any[]): number => things.length\n',
    code: 'typescript(no-explicit-any)',
  },
  {
    rule: 'a cast silences the compiler',
    file: 'domain/cast.ts',
    content: 'export const text = (value: unknown): string => value as string\n',
    code: 'typescript(no-unsafe-type-assertion)',
  },
  {
    rule: 'an exclamation mark silences the compiler',
    file: 'domain/bang.ts',
    content: 'export const first = (list: number[]): number => list[0]!\n',
    code: 'typescript(no-non-null-assertion)',
  },
  {
    rule: 'a hook is called on a condition',
    file: 'web/ui/use-sometimes.ts',
    content:
      "import { useState } from 'react'\nexport function useSometimes(on: boolean): void {\n  if (on) useState(1)\n}\n",
    code: 'react(hooks)',
  },
  {
    rule: 'a picture has no text for those who cannot see it',
    file: 'web/ui/Picture.tsx',
    content: 'export const Picture = () => <img src="x.png" />\n',
    code: 'jsx-a11y(alt-text)',
  },
]

const clean: Record<string, string> = {
  'contract/clean.ts': imports('zod/mini') + importsType('./place.ts'),
  'domain/clean.ts': imports('#contract/tracking/tracking-limits.ts'),
  'domain/clean.test.ts': imports('vitest') + importsType('node:fs'),
  'server/clean.ts': imports('#server/protocols/gateway.ts'),
  'server/product.ts': imports('#server/features/x/x.feature.ts'),
  'server/http/clean.ts': imports('fastify'),
  'server/db/clean.ts': imports('kysely'),
  'server/feeds/clean.ts': imports('fflate'),
  'server/features/x/clean.feature.ts': imports('./x.routes.ts') + importsType('#server/features/y/y.feature.ts'),
  'server/features/x/clean.routes.ts': imports('#server/http/api.ts') + importsType('./x.store.ts'),
  'server/features/x/clean.store.ts': imports('kysely') + importsType('#server/features/y/y.service.ts'),
  'server/features/x/clean.service.ts': imports('#server/http/problem.ts') + importsType('./x.store.ts'),
  'server/features/x/clean.store.test.ts': imports('#server/features/y/y.store.ts'),
  'server/commands/clean.ts': imports('#server/features/x/x.store.ts') + "console.log('said')\n",
  'web/features/x/room/clean.ts': imports('../clean.ts'),
  'web/features/x/clean.ts': imports('./texts.ts') + importsType('#web/texts/formats.ts'),
  'web/ui/clean.ts': imports('react'),
  'web/map/clean.ts': importsType('maplibre-gl'),
  'web/ui/clean.test.ts': imports('node:fs'),
  'web/app/clean.ts': imports('#web/features/x/texts.ts'),
  // The other files of the cycles.
  'server/mail/near.ts': "import { far } from '#server/far.ts'\nexport const near = (): string => far()\n",
  'domain/chick.ts': "import type { Hen } from './hen.ts'\nexport interface Chick {\n  mother: Hen\n}\n",
  'domain/egg.ts': "import { chicken } from './chicken.ts'\nexport const egg = (): string => chicken()\n",
}
const halvesOfCycles = ['server/mail/near.ts', 'domain/egg.ts', 'domain/chick.ts']

describe('the linter finds', () => {
  let folder = ''
  let found: Map<string, { code: string; help: string }[]>
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wegwarte-boundaries-'))
    for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.json']) cpSync(file, join(folder, file))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    for (const [file, content] of [...violations.map((row) => [row.file, row.content]), ...Object.entries(clean)]) {
      const path = join(folder, file ?? '')
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content ?? '')
    }
    found = lint(folder)
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(violations)('when $rule', ({ file, code, says = '' }) => {
    expect(found.get(file)).toEqual([{ code, help: expect.stringContaining(says) }])
  })

  test('nothing in a clean file of each layer', () => {
    const complaints = Object.keys(clean).filter((file) => !halvesOfCycles.includes(file) && found.has(file))
    expect(complaints).toEqual([])
  })
})

test('each source file has exactly one set of import rules', () => {
  const overrides = readOverrides()
  const sources = globSync('{contract,domain,server,web,e2e,bench,checks,run}/**/*.{ts,tsx,mjs}')
  expect(sources.length).toBeGreaterThan(200)
  const counts = sources.map((file) => ({
    file,
    sets: overrides.filter((override) => appliesTo(override, file)).length,
  }))
  expect(counts.filter(({ sets }) => sets !== 1)).toEqual([])
})

function lint(folder: string): Map<string, { code: string; help: string }[]> {
  const program = resolve('node_modules/oxlint/bin/oxlint')
  const output = runAnyway(
    process.execPath,
    [program, '--format', 'json', 'contract', 'domain', 'server', 'web', 'run'],
    folder,
  )
  const { diagnostics } = JSON.parse(output)
  const found = new Map<string, { code: string; help: string }[]>()
  for (const { filename, code, help = '' } of diagnostics) {
    found.set(filename, [...(found.get(filename) ?? []), { code, help }])
  }
  return found
}

/** The linter ends with 1 when it finds something. */
function runAnyway(program: string, args: string[], cwd: string): string {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8' })
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
  }
}

interface Override {
  files: string[]
  excludeFiles?: string[]
  rules: Record<string, unknown>
}

/** The configuration is JSON with comments, which are on lines of their own. */
function readOverrides(): Override[] {
  const text = readFileSync('.oxlintrc.json', 'utf8').replaceAll(/^\s*\/\*[\s\S]*?\*\/$|^\s*\/\/.*$/gm, '')
  const { overrides }: { overrides: Override[] } = JSON.parse(text)
  return overrides.filter(({ rules }) => 'no-restricted-imports' in rules)
}

function appliesTo({ files, excludeFiles = [] }: Override, file: string): boolean {
  const matches = (pattern: string) => matchesGlob(file, pattern)
  return files.some(matches) && !excludeFiles.some(matches)
}

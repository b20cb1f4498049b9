import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { sbomOf } from './sbom.ts'

const built = 'dist/sbom.cdx.json'

/** `npm test` builds first; a build that could not list its packages fails here. */
const isBuilt = existsSync('dist/.web-hash')

describe.skipIf(!isBuilt)('the list of packages of the built product (dist/sbom.cdx.json)', () => {
  const text = isBuilt ? readFileSync(built, 'utf8') : '{}'
  const listed = z.object({
    bomFormat: z.literal('CycloneDX'),
    metadata: z.object({ component: z.object({ name: z.literal('wegwarte'), type: z.literal('application') }) }),
    components: z.array(
      z.object({ name: z.string(), version: z.string(), purl: z.string(), licenses: z.optional(z.array(z.unknown())) }),
    ),
  })
  const { dependencies, devDependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))

  test('names every package that runs in production, in its version and with its licence', () => {
    const present = listed.parse(JSON.parse(text)).components
    const namesOf = (components: typeof present) => new Set(components.map(({ name, version }) => `${name} ${version}`))
    const licensed = namesOf(present.filter(({ licenses = [] }) => licenses.length > 0))
    for (const [name, version] of Object.entries(dependencies)) expect(licensed).toContain(`${name} ${version}`)
    for (const name of ['vitest', 'oxlint', 'playwright-core']) {
      expect(Object.keys(devDependencies)).toContain(name)
      expect(present.map((one) => one.name)).not.toContain(name)
    }
    expect(present.length).toBeGreaterThan(Object.keys(dependencies).length)
  })

  test('names neither this machine nor where packages were fetched from', () => {
    expect(text).not.toContain(process.cwd())
    expect(text).not.toContain(`"${hostname()}"`)
    expect(text).not.toMatch(/"type": "distribution"|registry\.|\.tgz|\/home\/|\/work\/|file:/)
  })

  test('is not among the files that are served', () => {
    expect(existsSync('dist/web/sbom.cdx.json')).toBe(false)
  })
})

test('development, the folder of the machine and the hosts of packages are left out, all else stays', () => {
  const component = { type: 'library', name: 'folder-of-somebody', version: '1.0.0' }
  const hosts = [
    { type: 'distribution', url: 'https://registry.somewhere.example/one.tgz' },
    { type: 'vcs', url: 'git+https://github.com/one/one.git' },
  ]
  const one = { 'bom-ref': 'one@1', name: 'one', properties: [], externalReferences: hosts }
  const tool = {
    'bom-ref': 'tool@1',
    name: 'tool',
    properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
  }
  const npms = {
    bomFormat: 'CycloneDX',
    metadata: { timestamp: '2026-11-22T00:00:00Z', component },
    components: [one, tool],
    dependencies: [
      { ref: 'wegwarte@1.0.0', dependsOn: ['one@1', 'tool@1'] },
      { ref: 'tool@1', dependsOn: ['one@1'] },
    ],
  }
  expect(JSON.parse(sbomOf(JSON.stringify(npms), 'wegwarte'))).toEqual({
    ...npms,
    metadata: { ...npms.metadata, component: { ...component, type: 'application', name: 'wegwarte' } },
    components: [{ ...one, externalReferences: hosts.slice(1) }],
    dependencies: [{ ref: 'wegwarte@1.0.0', dependsOn: ['one@1'] }],
  })
})

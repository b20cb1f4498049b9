import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'
import * as z from 'zod'

/** What of CycloneDX 1.5 is changed here; all else stays as npm wrote it. */
const bom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ type: z.string(), name: z.string() }) }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      properties: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
      externalReferences: z.optional(z.array(z.looseObject({ type: z.string() }))),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/** Development is left out by us: where npm 11 does it, what both production and development need is missing. */
const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev', '--loglevel=error']
/** All packages and their descriptions; today it is 0.2 MB. */
const mostBytes = 20_000_000

/**
 * A Vite plugin: writes which packages the whole product is made of (its SBOM) to dist/sbom.cdx.json, for the operator. It
 * is not served: nobody needs to know the server's versions. npm lists them while Vite works, so no build takes longer.
 */
export function sbomPlugin(root: string): Plugin {
  const file = join(root, 'dist/sbom.cdx.json')
  let listed: Promise<string | null> = Promise.resolve(null)
  return {
    name: 'sbom',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    buildStart() {
      listed = listPackages(root)
    },
    async closeBundle() {
      const text = await listed
      if (text === null) rmSync(file, { force: true })
      else writeFileSync(file, sbomOf(text, nameIn(root)))
    },
  }
}

/** By the npm of the lock file; Debian 12's cannot. Null if it fails: the product starts nevertheless, and npm's words are shown. */
async function listPackages(root: string): Promise<string | null> {
  const npm = join(root, 'node_modules/npm/bin/npm-cli.js')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [npm, ...args], { cwd: root, maxBuffer: mostBytes })
    return stdout
  } catch (error) {
    console.warn(`Die Stückliste (dist/sbom.cdx.json) fehlt. ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/**
 * npm's list without what is needed for development alone, and without what belongs to the machine it was made on: the name
 * of our folder, and the hosts that packages were fetched from.
 */
export function sbomOf(text: string, name: string): string {
  const { metadata, components, dependencies, ...rest } = bom.parse(JSON.parse(text))
  const forDevelopment = components.filter(({ properties = [] }) =>
    properties.some((property) => property.name === 'cdx:npm:package:development' && property.value === 'true'),
  )
  const leftOut = new Set(forDevelopment.map((component) => component['bom-ref']))
  const list = {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, type: 'application', name } },
    components: components
      .filter((component) => !leftOut.has(component['bom-ref']))
      .map(({ externalReferences = [], ...component }) => ({
        ...component,
        externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
      })),
    dependencies: dependencies
      .filter(({ ref }) => !leftOut.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !leftOut.has(one)) })),
  }
  return `${JSON.stringify(list, null, 2)}\n`
}

function nameIn(root: string): string {
  return z.object({ name: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).name
}

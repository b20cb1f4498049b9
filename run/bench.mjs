// `npm run bench [-- NAME …] [--OPTION …]`: every measurement in bench/ in turn, or those named; each gets the options.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './packages.mjs'
import { fail, root, runToEnd } from './toolchain.mjs'
import { ensureWebBuilt } from './web-build.mjs'

ensureInstalled()
ensureWebBuilt()
const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const options = process.argv.slice(2).filter((word) => word.startsWith('--'))
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) fail(`Unbekannt: ${unknown.join(', ')}. Es gibt: ${all.join(', ')}`)

for (const name of named.length > 0 ? named : all) {
  console.log(`\n— ${name}`)
  const code = await runToEnd([`bench/${name}.bench.ts`, ...options])
  if (code !== 0) process.exitCode = code
}

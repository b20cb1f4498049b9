// `npm run wegwarte -- <command>`: the operator's commands.
import { ensureInstalled } from './packages.mjs'
import { runToEnd } from './toolchain.mjs'

ensureInstalled()
// As `operating/wegwarte`.
const frugal = ['--max-semi-space-size=16', '--heap-growing-percent=100']
process.exitCode = await runToEnd(['server/commands/main.ts', ...process.argv.slice(2)], {}, frugal)

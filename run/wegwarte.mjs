// `npm run wegwarte -- <command>`: the operator's commands.
import { ensureInstalled } from './packages.mjs'
import { runToEnd } from './toolchain.mjs'

ensureInstalled()
process.exitCode = await runToEnd(['server/commands/main.ts', ...process.argv.slice(2)])

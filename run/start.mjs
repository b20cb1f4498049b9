// `npm start`: from a fresh clone to the running product.
import { ensureInstalled } from './packages.mjs'
import { runToEnd } from './toolchain.mjs'
import { ensureWebBuilt } from './web-build.mjs'

ensureInstalled()
ensureWebBuilt()
const demo = process.env.DEMO ?? (process.env.NODE_ENV === 'production' ? '0' : '1')
process.exitCode = await runToEnd(['server/main.ts'], { DEMO: demo })

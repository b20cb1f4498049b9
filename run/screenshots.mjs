// `npm run screenshots`: the pictures of README.md and docs/, from the running product.
import { ensureInstalled } from './packages.mjs'
import { runToEnd } from './toolchain.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureWebBuilt } from './web-build.mjs'

ensureInstalled()
ensureChromium()
ensureWebBuilt()
process.exitCode = await runToEnd(['e2e/screenshots.ts'])

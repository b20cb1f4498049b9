// `npm run dev`: the server restarts when its files change, Vite serves the web app from its sources.
import { spawn } from 'node:child_process'
import { watchAncestors } from './ancestors.mjs'
import { ensureInstalled } from './packages.mjs'
import { commandFile, nodeProgram, root } from './toolchain.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const isLeftAlone = watchAncestors()
ensureInstalled()
// The server also runs without the built app, but the pages that it serves itself should be there, too.
ensureWebBuilt()

const node = nodeProgram()
const options = { cwd: root, stdio: 'inherit', env: { DEMO: '1', ...process.env } }
const server = spawn(node, ['--watch', '--watch-preserve-output', 'server/main.ts'], options)
const vite = spawn(node, [commandFile('vite')], options)

const stopBoth = () => [server, vite].forEach((child) => child.kill('SIGTERM'))
setInterval(() => isLeftAlone() && stopBoth(), 500).unref()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopBoth)
for (const child of [server, vite]) child.on('exit', stopBoth)

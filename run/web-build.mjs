import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandFile, fail, hashOf, nodeProgram, readIfThere, root } from './toolchain.mjs'

const sources = ['web', 'contract', 'domain', 'public', 'run', 'index.html', 'vite.config.ts', 'package-lock.json']
const remembered = join(root, 'dist/.web-hash')

/** Builds the web app, the renderer of the landing page, and what is made from both. The packages must be installed. */
const steps = () => [
  [commandFile('vite'), 'build', '--logLevel', 'error'],
  [commandFile('vite'), 'build', '--logLevel', 'error', '--ssr', 'web/prerender.tsx', '--outDir', 'dist/prerender'],
  ['run/finish-web-build.mjs'],
]

/** Builds the web app into dist/web, unless it was built from the same sources. */
export function ensureWebBuilt() {
  if (isBuilt()) return
  console.log('Baue die Web-App …')
  if (!buildWeb()) fail('Die Web-App ließ sich nicht bauen.')
}

/** True when every step succeeded; then the sources are remembered. */
export function buildWeb() {
  for (const step of steps()) {
    const { status } = spawnSync(nodeProgram(), step, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) return false
  }
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, hashOf(sources))
  return true
}

export const isBuilt = () => readIfThere(remembered) === hashOf(sources)

import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandFile, fail, hashOf, nodeProgram, readIfThere, root } from './toolchain.mjs'

const sources = ['web', 'contract', 'domain', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']
const remembered = join(root, 'dist/.web-hash')

/** Builds the web app into dist/web, unless it was built from the same sources. */
export function ensureWebBuilt() {
  if (isBuilt()) return
  console.log('Baue die Web-App …')
  const { status } = spawnSync(nodeProgram(), webBuildCommand(), { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) fail('Die Web-App ließ sich nicht bauen.')
  rememberBuild()
}

export const webBuildCommand = () => [commandFile('vite'), 'build', '--logLevel', 'warn']

export const isBuilt = () => readIfThere(remembered) === hashOf(sources)

export function rememberBuild() {
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, hashOf(sources))
}

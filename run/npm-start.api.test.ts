import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * The real npm runs a script that runs a program until its end, as `npm start` does with the product. In the chain of npm,
 * shells, script and program, any one process is killed; none of the others may go on running.
 */

/** Stands for the product: it runs until it is stopped or its parent has died. */
const listening = `
import { createServer } from 'node:net'
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => process.exit(0))
createServer().listen(0, '127.0.0.1', () => console.log('listens as ' + process.pid))
`

/** Where the machine's own npm is: npm puts our packages' commands first. */
const machinesPath = (process.env['PATH'] ?? '').split(':').filter((place) => !place.endsWith('node_modules/.bin'))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-chain-'))
  const script = join(folder, 'start.mjs')
  const toolchain = JSON.stringify(resolve('run/toolchain.mjs'))
  const program = join(folder, 'listening.mjs')
  writeFileSync(program, listening)
  const start = `process.exitCode = await runToEnd([${JSON.stringify(program)}])`
  writeFileSync(script, `import { runToEnd } from ${toolchain}\n${start}\n`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: `node ${script}` } }))
  // One shell that stays, as on older systems, and one that replaces itself with the program.
  writeFileSync(join(folder, 'staying'), '#!/bin/sh\n/bin/sh "$@"\nexit $?\n')
  writeFileSync(join(folder, 'becoming'), '#!/bin/sh\nshift\nexec $*\n')
  for (const shell of ['staying', 'becoming']) chmodSync(join(folder, shell), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Running {
  pid: number
  parent: number
  words: string
}

function running(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        // A zombie process has ended.
        if (state === 'Z') return []
        return [{ pid: Number(name), parent: Number(parent), words: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        return []
      }
    })
}

/** From npm down to the program. */
function chainUpFrom(program: number, npm: number): Running[] {
  const all = running()
  const chain: Running[] = []
  for (let pid = program; pid !== 0;) {
    const found = all.find((each) => each.pid === pid)
    if (found === undefined) throw new Error('the chain is broken')
    chain.unshift(found)
    if (pid === npm) return chain
    pid = found.parent
  }
  throw new Error('the program has another chain')
}

async function startChain(shell: string) {
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: machinesPath.join(':'), HOME: folder, npm_config_script_shell: join(folder, shell) },
  })
  let said = ''
  for await (const piece of npm.stdout) {
    said += String(piece)
    const [, program] = /as (\d+)/.exec(said) ?? []
    if (program === undefined) continue
    if (npm.pid === undefined) throw new Error('npm did not start')
    return { npm, chain: chainUpFrom(Number(program), npm.pid) }
  }
  throw new Error('npm ended')
}

/** A process that has ended meanwhile needs no signal. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const
const links = {
  staying: ['npm', 'a shell', 'the shell below', 'the script', 'the program'],
  becoming: ['npm', 'the script', 'the program'],
} as const

describe.skipIf(process.platform !== 'linux')('a process stops when the one that started it ends', () => {
  for (const shell of ['staying', 'becoming'] as const) {
    test.each(signals)(
      `%s at any link of a chain with a shell that is ${shell}`,
      async (signal) => {
        for (let link = 0; link < links[shell].length; link += 1) {
          const { npm, chain } = await startChain(shell)
          // The lowest shell may replace itself with the script.
          const hit = chain.at(link - links[shell].length + Math.min(chain.length, links[shell].length))
          if (hit === undefined) continue
          const closed = once(npm, 'exit')
          // A shell that alone gets a Ctrl-C waits for its program, so nothing ends. A terminal sends it to all processes.
          const isForAll = signal === 'SIGINT' && shell === 'staying' && link < 3
          for (const { pid } of isForAll ? chain : [hit]) kill(pid, signal)
          const left = () => running().filter(({ pid }) => chain.some((each) => each.pid === pid))
          await expect.poll(left, { timeout: 10_000, message: `${signal} at ${links[shell][link]}` }).toEqual([])
          await closed
        }
      },
      60_000,
    )
  }
})

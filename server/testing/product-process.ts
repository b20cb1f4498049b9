import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { freePort } from './free-port.ts'

/** What each program of ours gets from this process: where programs are, and what is compiled already, as with `npm start`. */
export const inherited = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/wegwarte'),
}

const startPatienceMs = 120_000
const askAgainMs = 20

/** A process of the product on this machine. It ends with the process that started it, however that ends. */
export interface ProductProcess {
  url: string
  id(): number
  /** Ends it at once, as the kernel does when memory runs out. */
  kill(): Promise<void>
  /** Starts it again at the same ports. @param changed settings that are others from now on. */
  startAgain(changed?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the product with these settings, on ports of its own, quiet and without feeds.
 * @param words options of Node.
 * @param program what is started, and its arguments.
 */
export async function startProductProcess(
  settings: Record<string, string>,
  words: readonly string[] = [],
  program: readonly string[] = ['server/main.ts'],
): Promise<ProductProcess> {
  const port = settings['PORT'] ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...inherited,
    PORT: port,
    FEEDS: 'off',
    LOG_LEVEL: 'silent',
    ...anyGatewayPorts,
    ...settings,
  }
  const start = async () => {
    const child = spawn(process.execPath, [...words, ...program], {
      // The channel tells the product that this process has ended.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env,
    })
    await untilRunning(child)
    return child
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  let running = await start()
  return {
    url,
    id: () => running.pid ?? Number.NaN,
    kill: () => end(running, 'SIGKILL'),
    async startAgain(changed) {
      Object.assign(env, changed)
      running = await start()
    },
    stop: () => end(running, 'SIGTERM'),
  }
}

async function untilRunning(child: ChildProcess): Promise<void> {
  let said = ''
  let complained = ''
  child.stdout?.on('data', (piece: Buffer) => (said += piece.toString()))
  child.stderr?.on('data', (piece: Buffer) => {
    complained += piece.toString()
    process.stderr.write(piece)
  })
  for (let waitedMs = 0; !said.includes('Wegwarte läuft'); waitedMs += askAgainMs) {
    const end = child.signalCode ?? child.exitCode ?? (waitedMs > startPatienceMs ? `${waitedMs} ms` : null)
    if (end !== null) throw new Error(`the product did not start (${end}): ${said}${complained}`)
    // Timed: looked at again until it runs.
    await sleep(askAgainMs)
  }
}

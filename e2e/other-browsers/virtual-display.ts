import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface VirtualDisplay {
  /** What a program's environment needs to open its windows there, and a home that it may write to. */
  env: Record<string, string>
  close(): Promise<void>
}

/** An X display that nobody sees: without one neither browser draws maps. Larger than the windows, for their frames. */
export async function startVirtualDisplay(): Promise<VirtualDisplay> {
  // Xvfb writes the number of a free display to file descriptor 3.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const home = mkdtempSync(join(tmpdir(), 'wegwarte-browser-'))
  return {
    env: {
      PATH: process.env.PATH ?? '',
      DISPLAY: `:${await displayNumber(server)}`,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      LIBGL_ALWAYS_SOFTWARE: '1',
      TZ: 'Europe/Berlin',
    },
    async close() {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
      // A browser's last processes may still be writing.
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

async function displayNumber(server: ChildProcess): Promise<string> {
  const channel = server.stdio[3]
  if (!channel) throw new Error('no channel')
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with ${String(code)}`)
  })
  const [chunk] = await Promise.race([once(channel, 'data'), ended])
  return String(chunk).trim()
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { inherited } from './product-process.ts'

/** Runs an operator's command as a process of its own, as operators do. */
export async function command(words: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--', 'server/commands/main.ts', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...env },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: Number(code) }
}

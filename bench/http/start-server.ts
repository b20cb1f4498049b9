import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

const begun = z.object({ url: z.string() })
const used = z.object({
  cpuMicros: z.number(),
  /** The longest turn of its event loop since the last question, in processor time. */
  longestTurnMs: z.number(),
})

export type Server = Awaited<ReturnType<typeof startServer>>

/** The product, or a bare Fastify, in a process of its own (`server.ts`). */
export async function startServer(what: 'bare' | 'product', folder: string, databaseUrl?: string) {
  const file = fileURLToPath(new URL('./server.ts', import.meta.url))
  const child = fork(file, [what, folder, ...(databaseUrl === undefined ? [] : [databaseUrl])])
  const [first] = await once(child, 'message')
  return {
    url: new URL(begun.parse(first).url),
    async used() {
      child.send('used')
      const [word] = await once(child, 'message')
      return used.parse(word)
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

import * as z from 'zod/mini'
import { user } from '#contract/auth/auth.ts'
import { productConfig } from '#contract/config.ts'
import { connection } from '#web/api/calls/connection.ts'
import { keep, recall } from './offline-store.ts'
import { clock } from '#web/browser/clock.ts'

/** Who is signed in and how the server is set up: what a start without a connection needs. */
const start = z.object({ user, config: productConfig })
export type KeptStart = z.output<typeof start>
const name = 'start'

export async function keepStart(token: string, known: KeptStart): Promise<void> {
  await keep(token, name, start.parse(known))
}

/** What this browser knew last of a session, or null. The time is the browser's: the server's is not known. */
export async function recallStart(token: string): Promise<KeptStart | null> {
  const kept = await recall(token, name)
  const known = z.safeParse(start, kept?.value)
  if (kept === null || !known.success) return null
  connection.unanswered(kept.at)
  const { user, config } = known.data
  return { user, config: { ...config, now: clock.now().toISOString() } }
}

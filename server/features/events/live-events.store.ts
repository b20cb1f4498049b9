import * as z from 'zod'
import { type LiveEvent, liveEvent } from '#contract/events.ts'
import type { Connection } from '#server/db/database.ts'
import { type Listening, listenOn } from '#server/db/notifications.ts'

/** The channel on which the database tells what is new (migration 0015). */
const channel = 'live_events'

const told = z.object({
  type: z.enum(['position', 'alarm', 'device', 'session']),
  userId: z.string(),
  deviceId: z.string().optional(),
  at: z.string().optional(),
})

interface Hearer {
  tellUser(userId: string, event: LiveEvent): void
  checkUser(userId: string): void
}

/** Passes on what the database tells of devices and sessions, whichever process or statement changed them. */
export function watchLiveEvents(connection: Connection, { tellUser, checkUser }: Hearer): Listening {
  // What is missed while it does not listen is found by the browser, which asks anew after a loss and from time to time.
  return listenOn(connection, channel, {
    heard(payload) {
      const parsed = told.safeParse(jsonOf(payload))
      // A newer process beside this one may tell of what this one does not know: that is passed over.
      if (!parsed.success) return
      const { type, userId, deviceId, at } = parsed.data
      if (type === 'session') return checkUser(userId)
      const event = liveEvent.safeParse({ type, deviceId, ...(type === 'position' && { recordedAt: at }) })
      if (event.success) tellUser(userId, event.data)
    },
  })
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}

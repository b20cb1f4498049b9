import * as z from 'zod'
import { type LiveEvent, liveEvent } from '#contract/events/events.ts'
import type { Connection } from '#server/db/connection/database.ts'
import { type Listening, listenOn } from '#server/db/connection/notifications.ts'

/** The channel on which the database announces changes (migration 0015). */
const channel = 'live_events'

const eventShape = z.object({
  type: z.enum(['position', 'alarm', 'device', 'session']),
  userId: z.string(),
  deviceId: z.string().optional(),
  at: z.string().optional(),
})

interface EventReceiver {
  sendToUser(userId: string, event: LiveEvent): void
  checkUser(userId: string): void
  hears(isHearing: boolean): void
}

/** Passes on what the database announces about devices and sessions, whichever process or statement changed them. */
export function watchLiveEvents(connection: Connection, { sendToUser, checkUser, hears }: EventReceiver): Listening {
  return listenOn(connection, channel, {
    heard: hears,
    received(payload) {
      const parsed = eventShape.safeParse(jsonOf(payload))
      // A newer process beside this one may announce kinds that this one does not know: they are ignored.
      if (!parsed.success) return
      const { type, userId, deviceId, at } = parsed.data
      if (type === 'session') return checkUser(userId)
      const event = liveEvent.safeParse({ type, deviceId, ...(type === 'position' && { recordedAt: at }) })
      if (event.success) sendToUser(userId, event.data)
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

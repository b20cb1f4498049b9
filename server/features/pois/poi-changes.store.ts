import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { limits } from '#contract/limits.ts'
import type { Connection } from '#server/db/database.ts'

/** The channel on which the database tells that POIs have changed (migration 0011). */
const channel = 'pois_changed'

interface Watch {
  stop(): Promise<void>
}

/**
 * Calls `onChange` at once and whenever POIs have changed: PostgreSQL tells it, the embedded database cannot, so that
 * there `onChange` is called every second and looks for itself.
 */
export function watchPoiChanges(connection: Connection, kind: 'embedded' | 'server', onChange: () => void): Watch {
  onChange()
  if (kind === 'server') return listen(connection, onChange)
  const timer = setInterval(onChange, limits.pois.lookForChangesMs)
  return { stop: async () => clearInterval(timer) }
}

/** After a lost connection `onChange` is called, for what was not heard. */
function listen({ pool }: Connection, onChange: () => void): Watch {
  const stop = new AbortController()

  async function listening(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await hear(await pool.connect(), onChange, stop.signal)
      } catch {
        // The database is away, or it is over; whoever asks the database something is told why.
      }
      if (!stop.signal.aborted) await sleep(limits.pois.lookForChangesMs)
    }
  }

  const ended = listening()
  return {
    async stop() {
      stop.abort()
      await ended
    },
  }
}

/** Until the connection ends, or `stop` is given. */
async function hear(client: PoolClient, onChange: () => void, stop: AbortSignal): Promise<void> {
  try {
    const end = once(client, 'end', { signal: stop }).catch(() => undefined)
    client.on('notification', onChange)
    await client.query(`listen ${channel}`)
    onChange()
    await end
  } finally {
    // Not for somebody else's queries: it still listens.
    client.release(true)
  }
}

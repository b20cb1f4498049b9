import { limits } from '#contract/limits.ts'
import type { Connection } from '#server/db/database.ts'
import { listenOn } from '#server/db/notifications.ts'

/** The channel on which the database tells that POIs have changed (migration 0011). */
const channel = 'pois_changed'

/**
 * Calls `onChange` at once and whenever POIs have changed: PostgreSQL tells it; the embedded database does not tell what
 * a command has changed, so that there `onChange` is called every second and looks for itself.
 */
export function watchPoiChanges(connection: Connection, onChange: () => void): { stop(): Promise<void> } {
  onChange()
  if (!connection.embedded) return listenOn(connection, channel, { heard: onChange, listens: onChange })
  const timer = setInterval(onChange, limits.pois.lookForChangesMs)
  return { stop: async () => clearInterval(timer) }
}

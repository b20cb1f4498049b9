import { poisLimits } from '#contract/pois/pois-limits.ts'
import type { Connection } from '#server/db/connection/database.ts'
import { listenOn } from '#server/db/connection/notifications.ts'

/** The channel on which the database announces that POIs have changed (migration 0011). */
const channel = 'pois_changed'

/**
 * Calls `onChange` at once and whenever POIs have changed. PostgreSQL announces it. The embedded database does not announce
 * the changes of a command, so there `onChange` is called every second and checks.
 */
export function watchPoiChanges(connection: Connection, onChange: () => void): { stop(): Promise<void> } {
  onChange()
  if (!connection.embedded) return listenOn(connection, channel, { received: onChange, listens: onChange })
  const timer = setInterval(onChange, poisLimits.lookForChangesMs)
  return { stop: async () => clearInterval(timer) }
}

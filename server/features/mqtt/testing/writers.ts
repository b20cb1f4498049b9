import type { Database } from '#server/db/connection/database.ts'
import { first, now, type WorldPart } from '#server/db/testing/writer.ts'
import { createMqttStore } from '#server/features/mqtt/mqtt.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'

const storeOf = (on: Database) => createMqttStore(on, noQueue)

export const mqttWriters: WorldPart = {
  put: (database) => save(database),

  writers: [
    { name: 'a broker entered', isOwners: true, write: save },
    { name: 'a broker removed', write: (on) => storeOf(on).remove({ userId: 'anna', at: now }) },
    { name: 'a broker claimed', write: (on) => storeOf(on).begin(now), isPartial: true },
  ],
}

function save(on: Database) {
  const broker = { host: 'haus.example.org', port: 8883, username: null, password: null, deviceIds: [first] }
  return storeOf(on).save(broker, { userId: 'anna', sessionId: 'session-anna', at: now })
}

import { deliveredSettings, deliveredLed } from '#domain/settings/settings.ts'
import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, first, now } from '#server/db/testing/writer.ts'
import { createSettingsStore } from '#server/features/settings/settings.store.ts'

export const settingsWriters: WorldPart = {
  ownersChanges: [
    {
      name: 'a device’s settings noted as applied',
      isOwners: true,
      prepare: (on) => changeSettings(on),
      write: (on) => createSettingsStore(on).noteApplied(first, 1, now),
    },
  ],

  writers: [
    {
      name: 'a change of an account’s settings',
      write: (on) => createSettingsStore(on).changeOfUser('anna', deliveredSettings(), 0, now),
    },
    {
      name: 'a change of a device’s settings',
      isOwners: true,
      write: (on) => changeSettings(on),
    },
  ],
}

function changeSettings(database: Database) {
  const delivered = { settings: deliveredSettings(), led: deliveredLed() }
  return createSettingsStore(database).changeOfDevice(first, delivered, 0, now)
}

import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, third, first, firstImei, thirdImei, days } from '#server/db/testing/writer.ts'
import { setLicence } from '#server/features/devices/licence-seats.ts'
import { createLicenceRemindersStore } from '#server/features/licences/licence-reminders.store.ts'
import { extendLicence, revokeLicence } from '#server/features/licences/licence-support.store.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'

export const licencesWriters: WorldPart = {
  async put(database) {
    await database
      .insertInto('licences')
      .values({
        id: 'licence-sold',
        user_id: null,
        licence_type: 'PREMIUM',
        licence_key: 'sold',
        seats: 1,
        days: 30,
        expires_at: null,
        created_at: now,
        demo: false,
      })
      .execute()
  },

  writers: [
    {
      name: 'reminders of licences',
      write: (on) => createLicenceRemindersStore(on).raise(days(23)),
      isPartial: true,
    },
    {
      name: 'a licence’s transfer to the third device',
      isOwners: true,
      write: (on) => transfer(on, firstLicence, third, first),
    },
    {
      name: 'a licence’s transfer to the first device',
      isOwners: true,
      write: (on) => transfer(on, thirdLicence, first, third),
    },
    {
      name: 'an activation of a licence',
      isOwners: true,
      write: (on) =>
        createLicencesStore(on, setLicence).activate({ userId: 'anna', key: 'sold', deviceId: first, now }),
    },
    {
      name: 'a licence extended by the support',
      write: (on) => extendLicence(on, { key: 'sold', extension: { days: 1 }, by: 'Kim', at: now }),
    },
    {
      name: 'a licence revoked by the support',
      write: (on) => revokeLicence(on, { key: 'sold', reason: 'test', by: 'Kim', at: now }),
    },
    {
      name: 'a release of a licence',
      write: (on) => createLicencesStore(on, setLicence).release({ userId: 'anna', licenceId: firstLicence, now }),
    },
  ],
}

const firstLicence = `licence-${firstImei}`
const thirdLicence = `licence-${thirdImei}`

function transfer(database: Database, licenceId: string, deviceId: string, fromDeviceId: string) {
  return createLicencesStore(database, setLicence).assign({ userId: 'anna', licenceId, deviceId, fromDeviceId, now })
}

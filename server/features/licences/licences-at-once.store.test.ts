import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { setLicence } from '#server/features/devices/licence-seats.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { createLicencesStore } from './licences.store.ts'
import { createSecret } from '#server/platform/secrets.ts'

/*
 * What two owners do at once with their licences and devices, each through a store of its own. In any order, no seat is
 * used twice, nobody has another's licence, and nothing is recorded without one.
 */

const now = new Date('2026-11-21T12:00:00Z')
const owners = ['a', 'b'] as const
const imeis: Record<string, string> = {
  a1: '350000000000001',
  a2: '350000000000002',
  a3: '350000000000003',
  b1: '350000000000004',
}
const devices = Object.keys(imeis)
const keys = ['ONE', 'TWO'] as const
const seats = { ONE: 1, TWO: 2 }

/** Mostly one owner's, so that the operations meet. */
const owner = fc.oneof({ weight: 4, arbitrary: fc.constant('a') }, { weight: 1, arbitrary: fc.constant('b') })
const key = fc.constantFrom(...keys)
const device = fc.constantFrom(...devices)
/** Or none, as often. */
const maybeDevice = fc.option(device, { freq: 1 })

const assigning = fc.record({ kind: fc.constant('assign'), owner, key, device, from: maybeDevice })
const others = fc.oneof(
  fc.record({ kind: fc.constant('activate'), owner, key, device: maybeDevice }),
  fc.record({ kind: fc.constant('release'), owner, key }),
  fc.record({ kind: fc.constant('remove'), owner, device }),
  fc.record({ kind: fc.constant('hand over'), device }),
)
const deeds = fc.oneof({ weight: 2, arbitrary: assigning }, { weight: 1, arbitrary: others })
type Deed = typeof deeds extends fc.Arbitrary<infer D> ? D : never

describeOnBothDatabases('licences and devices that change at once', (database) => {
  const licences = createLicencesStore(database, setLicence)
  const offers = createDeviceOffersStore(database, noQueue)
  const store = createDevicesStore(database, noQueue)
  let handovers = 0

  async function begin(): Promise<void> {
    for (const table of ['tracking_settings', 'devices', 'device_inventory', 'licences', 'users'] as const) {
      await database.deleteFrom(table).execute()
    }
    for (const owner of owners) {
      await insertUser(database, owner, now)
      await insertSession(database, owner, now)
    }
    await database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
    for (const id of devices) await insertDevice(database, { id, userId: id.slice(0, 1), imei: imeis[id] ?? '' }, now)
    await licences.issue(
      keys.map((key) => ({ id: key, key, type: 'ENTERPRISE' as const, days: 30, seats: seats[key] })),
      now,
    )
    await licences.activate({ userId: 'a', key: 'TWO', deviceId: 'a1', now })
    await licences.activate({ userId: 'a', key: 'ONE', deviceId: null, now })
    const recorded = { enabled: true, mode: 'BOTH' as const, consent_given: true, consent_at: now, enabled_at: now }
    await database
      .insertInto('tracking_settings')
      .values({ device_id: 'a1', ...recorded })
      .execute()
    // One device of each owner is being transferred to the other.
    for (const [userId, id, email] of [
      ['a', 'a1', 'b@example.org'],
      ['b', 'b1', 'a@example.org'],
    ] as const) {
      const expiresAt = new Date(now.getTime() + 60_000)
      await offers.offer({
        id,
        userId,
        sessionId: `session-${userId}`,
        email,
        expiresAt,
        secret: createSecret(),
        at: now,
      })
    }
  }

  function act(deed: Deed): Promise<unknown> {
    if (deed.kind === 'activate')
      return licences.activate({ userId: deed.owner, key: deed.key, deviceId: deed.device, now })
    if (deed.kind === 'assign') {
      const { owner: userId, key: licenceId, device: deviceId, from: fromDeviceId } = deed
      return licences.assign({ userId, licenceId, deviceId, fromDeviceId, now })
    }
    if (deed.kind === 'release') return licences.release({ userId: deed.owner, licenceId: deed.key, now })
    if (deed.kind === 'remove') return store.remove({ id: deed.device, userId: deed.owner, now })
    handovers += 1
    const userId = deed.device.slice(0, 1)
    const recipientEmail = userId === 'a' ? 'b@example.org' : 'a@example.org'
    return offers.handOver({ id: deed.device, userId, newId: `new-${handovers}`, recipientEmail, maxDevices: 3, now })
  }

  /** What must never happen, in words. */
  async function faults(): Promise<string[]> {
    const { rows } = await sql<{ fault: string }>`
      select 'too many use ' || licences.id as fault from licences join devices on devices.licence_id = licences.id
      group by licences.id, licences.seats having count(*) > licences.seats
      union all
      select devices.id || ' uses a licence of another' from devices join licences on licences.id = devices.licence_id
      where licences.user_id is distinct from devices.user_id
      union all
      select licences.id || ' is used and its days have not started' from licences join devices on devices.licence_id = licences.id
      where licences.expires_at is null
      union all
      select devices.id || ' is recorded without a licence' from tracking_settings join devices on devices.id = device_id
      where tracking_settings.enabled and devices.licence_id is null
      union all
      select user_id || ' has too many devices' from devices group by user_id having count(*) > 3`.execute(database)
    return rows.map(({ fault }) => fault)
  }

  test('leave no seat used twice, no licence with another’s device, and no recording without one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 4, maxLength: 8 }), async (several) => {
        await begin()
        await Promise.all(several.map(act))
        expect(await faults()).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { positionRemovals } from '#server/db/position-removals.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { deviceHandedOverMail, deviceOfferMail } from './device-mails.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { insertInventory, insertSession, insertUser } from '#server/testing/rows.ts'
import { createDeviceOffersStore } from './device-offers.store.ts'
import { createDevicesStore } from './devices.store.ts'
import { imei, minutes, now, registering } from './testing/registering.ts'

describeOnBothDatabases('offers of devices', (database, connection) => {
  const store = createDeviceOffersStore(database, noQueue)
  const devices = createDevicesStore(database, noQueue)
  const register = registering(database)

  test('when two hand-overs and a removal come at once, one succeeds, and for the others the device is gone', async () => {
    for (const id of ['a', 'b']) await insertUser(database, id, now)
    await database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
    await insertInventory(database, imei, now)
    const registered = await register('a')
    if (registered.outcome !== 'registered') throw new Error(registered.outcome)
    const { id } = registered.device
    const recipientEmail = 'b@example.org'
    const sessionId = await insertSession(database, 'a', now)
    const offer = { id, userId: 'a', sessionId, email: recipientEmail, expiresAt: minutes(1), at: now }
    expect(await store.offer(offer)).toBe('offered')
    const handOver = (newId: string) => store.handOver({ id, userId: 'a', newId, recipientEmail, maxDevices: 5, now })
    const outcomes = await Promise.all([handOver('new-1'), handOver('new-2'), devices.remove({ id, userId: 'a', now })])
    expect(outcomes.filter((outcome) => outcome === 'handed over' || outcome === 'removed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'gone')).toHaveLength(2)
  })

  test('are made and accepted with the e-mail about it, or neither is there', async () => {
    for (const id of ['a', 'b']) await insertUser(database, id, now)
    await database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
    await insertInventory(database, imei, now)
    const registered = await register('a')
    if (registered.outcome !== 'registered') throw new Error(registered.outcome)
    const { id, deviceModel: model } = registered.device
    const email = 'b@example.org'
    const sessionId = await insertSession(database, 'a', now)
    const offer = { id, userId: 'a', sessionId, email, expiresAt: minutes(1), at: now }
    await expectQueued(connection, (queue) => createDeviceOffersStore(database, queue).offer(offer), [
      deviceOfferMail,
      { deviceId: id, email },
    ])
    const accepted = { id, userId: 'a', newId: 'new', recipientEmail: email, maxDevices: 5, now }
    await expectQueued(
      connection,
      (queue) => createDeviceOffersStore(database, queue).handOver(accepted),
      [deviceHandedOverMail, { email: 'a@example.org', model }],
      [positionRemovals, {}],
    )
  })
})

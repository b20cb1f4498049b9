import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { positionRemovals } from '#server/db/positions/position-removals.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { createSecret } from '#server/platform/secrets.ts'
import { deviceHandedOverMail } from './device-mails.ts'
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
    const offer = {
      id,
      userId: 'a',
      sessionId,
      email: recipientEmail,
      expiresAt: minutes(1),
      secret: createSecret(),
      at: now,
    }
    expect(await store.offer(offer)).toBe('offered')
    const handOver = (newId: string) => store.handOver({ id, userId: 'a', newId, recipientEmail, maxDevices: 5, now })
    const outcomes = await Promise.all([handOver('new-1'), handOver('new-2'), devices.remove({ id, userId: 'a', now })])
    expect(outcomes.filter((outcome) => outcome === 'handed over' || outcome === 'removed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'gone')).toHaveLength(2)
  })

  async function putOffered(): Promise<{ id: string; model: string; sessionId: string }> {
    for (const id of ['a', 'b']) await insertUser(database, id, now)
    await database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
    await insertInventory(database, imei, now)
    const registered = await register('a')
    if (registered.outcome !== 'registered') throw new Error(registered.outcome)
    const { id, deviceModel: model } = registered.device
    return { id, model, sessionId: await insertSession(database, 'a', now) }
  }
  const email = 'b@example.org'
  const newOffer = ({ id, sessionId }: { id: string; sessionId: string }) => {
    return { id, userId: 'a', sessionId, email, expiresAt: minutes(1), secret: createSecret(), at: now }
  }
  const messages = () => database.selectFrom('messages').select(['user_id', 'device_id', 'words', 'state']).execute()

  test('are made with the e-mail about it, or neither is there', async () => {
    const device = await putOffered()
    const offer = newOffer(device)
    await sql`alter table messages add constraint none check (kind <> 'device-offer')`.execute(database)
    await expect(store.offer(offer)).rejects.toThrow('none')
    await sql`alter table messages drop constraint none`.execute(database)
    expect(await database.selectFrom('device_offers').selectAll().execute()).toEqual([])
    expect(await store.offer(offer)).toBe('offered')
    const { token, hash } = offer.secret
    expect(await messages()).toEqual([{ user_id: 'a', device_id: device.id, words: token, state: 'QUEUED' }])
    expect(await store.byToken(hash, now)).toMatchObject({ deviceId: device.id, email })
  })

  test('that the version before has made get their e-mail from this one, while they last', async () => {
    const device = await putOffered()
    await database
      .insertInto('device_offers')
      .values({ device_id: device.id, email, token_hash: null, expires_at: minutes(1) })
      .execute()
    await store.addEmail(device.id, 'c@example.org', createSecret(), now)
    expect(await messages()).toEqual([])
    const secret = createSecret()
    await store.addEmail(device.id, email, secret, now)
    const message = { user_id: 'a', device_id: device.id, words: secret.token, state: 'QUEUED' as const }
    expect(await messages()).toEqual([message])
    await store.addEmail(device.id, email, createSecret(), now)
    expect(await messages()).toEqual([message])
    expect(await store.byToken(secret.hash, now)).toMatchObject({ email })
  })

  test('are accepted with the e-mail about it, or neither is there', async () => {
    const device = await putOffered()
    await store.offer(newOffer(device))
    const accepted = { id: device.id, userId: 'a', newId: 'new', recipientEmail: email, maxDevices: 5, now }
    await expectQueued(
      connection,
      (queue) => createDeviceOffersStore(database, queue).handOver(accepted),
      [deviceHandedOverMail, { email: 'a@example.org', model: device.model }],
      [positionRemovals, {}],
    )
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import {
  emergencyContactsLimits,
  emergencyContactsServerLimits,
} from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { createEmergencyContactsStore } from './emergency-contacts.store.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { emergencyInvitationMail, emergencyInvitedMail } from './emergency-mails.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const days = (count: number) => new Date(start.getTime() + count * dayMs)
const { invitationDays, perDevice } = emergencyContactsLimits

describeOnBothDatabases('emergency contacts', (database, connection) => {
  const store = createEmergencyContactsStore(database, noQueue)

  beforeEach(async () => {
    await insertUser(database, 'owner', start)
    await insertUser(database, 'other', start)
    for (const userId of ['owner', 'other']) await insertSession(database, userId, start)
    await insertDevice(database, { id: 'bike', userId: 'owner', imei: '350000000000001' }, start)
    await insertDevice(database, { id: 'van', userId: 'owner', imei: '350000000000002' }, start)
  })

  const invite = async (email: string, given: { deviceId?: string; userId?: string; at?: Date; id?: string } = {}) => {
    const { deviceId = 'bike', userId = 'owner', at = start, id = `${deviceId} ${email}` } = given
    const endsAt = new Date(at.getTime() + invitationDays * dayMs)
    const { outcome } = await store.invite({ id, userId, sessionId: `session-${userId}`, deviceId, email, at, endsAt })
    if (outcome === 'invited') {
      await database.deleteFrom('emergency_contact_links').where('token_hash', '=', hashOf(id)).execute()
      await store.addLink(id, hashOf(id), at)
    }
    return outcome
  }
  const accept = (id: string, at = start) => store.accept(hashOf(id), 1, at)
  const emails = async (deviceId = 'bike') => (await store.chain(deviceId)).contacts.map(({ email }) => email)

  test('are invited in an order, each once, however the address is written', async () => {
    expect(await invite('anna@example.org')).toBe('invited')
    expect(await invite('bert@example.org')).toBe('invited')
    for (const same of ['Anna@Example.org', 'anna+roller@example.org']) {
      expect(await invite(same, { id: 'again' })).toBe('known')
    }
    await accept('bike anna@example.org')
    expect(await invite('anna@example.org')).toBe('known')
    expect(await store.chain('bike')).toMatchObject({
      waitMinutes: 10,
      contacts: [
        { email: 'anna@example.org', acceptedAt: start },
        { email: 'bert@example.org', acceptedAt: null },
      ],
    })
    expect(await invite('anna@example.org', { deviceId: 'van' })).toBe('invited')
  })

  test('are of one’s own device only', async () => {
    expect(await invite('anna@example.org', { userId: 'other' })).toBe('gone')
    expect(await invite('anna@example.org', { deviceId: 'nobodys' })).toBe('gone')
  })

  test('are a few at most, also where several are invited at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: perDevice + 3 }, (_, index) => invite(`person-${index}@example.org`)),
    )
    expect(outcomes.filter((outcome) => outcome === 'invited')).toHaveLength(perDevice)
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(3)
  })

  test('accept in time, once; whom an invitation came to too late is invited anew', async () => {
    await invite('anna@example.org')
    expect(await accept('bike anna@example.org', days(invitationDays))).toBe('over')
    expect(await store.invitationOf('bike anna@example.org', days(invitationDays))).toBeNull()
    expect(await invite('anna@example.org', { at: days(8) })).toBe('invited')
    expect(await accept('bike anna@example.org', days(9))).toMatchObject({ acceptedAt: days(9) })
    expect(await accept('bike anna@example.org', days(40))).toMatchObject({ acceptedAt: days(9) })
    expect(await emails()).toEqual(['anna@example.org'])
    const { agreement_version: version } = await database
      .selectFrom('emergency_contacts')
      .select('agreement_version')
      .executeTakeFirstOrThrow()
    expect(version).toBe(1)
  })

  test('leave when they like: the address is gone at once, and is not invited again for a while', async () => {
    await invite('anna@example.org')
    await accept('bike anna@example.org')
    const link = hashOf('bike anna@example.org')
    expect(await store.leave(link, days(1))).toBe('left')
    expect(await store.leave(link, days(1))).toBe('over')
    expect(await store.accept(link, 1, days(1))).toBe('over')
    expect(await store.byLink(link)).toBeNull()
    expect((await store.chain('bike')).contacts).toMatchObject([{ email: null, leftAt: days(1) }])
    for (const same of ['anna@example.org', 'anna+2@example.org']) {
      expect(await invite(same, { at: days(2), id: 'again' })).toBe('left')
    }
    await deleteOld(database, days(2 + emergencyContactsServerLimits.leftDays))
    expect(await invite('anna@example.org', { at: days(2 + emergencyContactsServerLimits.leftDays) })).toBe('invited')
  })

  test('who left cannot be removed, and so not be invited again at once', async () => {
    await invite('anna@example.org')
    const contactId = 'bike anna@example.org'
    await store.leave(hashOf(contactId), days(1))
    await store.remove({ deviceId: 'bike', contactId, at: days(1) })
    expect(await invite('anna@example.org', { at: days(2), id: 'again' })).toBe('left')
  })

  test('have links that all work, of e-mails that came late, too', async () => {
    await invite('anna@example.org')
    await store.addLink('bike anna@example.org', hashOf('second'), start)
    expect(await store.byLink(hashOf('second'))).toMatchObject({ ownerEmail: 'owner@example.org' })
    expect(await accept('bike anna@example.org')).toMatchObject({ id: 'bike anna@example.org' })
    expect(await store.byLink(hashOf('unknown'))).toBeNull()
  })

  describe('in another order', () => {
    const change = (order: readonly string[], userId = 'owner') =>
      store.change({ userId, deviceId: 'bike', waitMinutes: 20, order: [...order], at: start })

    test('are each named once', async () => {
      await invite('anna@example.org')
      await invite('bert@example.org')
      await invite('carl@example.org')
      const [anna, bert, carl] = ['bike anna@example.org', 'bike bert@example.org', 'bike carl@example.org'] as const
      expect(await change([carl, anna, bert])).toBe('done')
      expect(await emails()).toEqual(['carl@example.org', 'anna@example.org', 'bert@example.org'])
      expect(await store.chain('bike')).toMatchObject({ waitMinutes: 20 })
      for (const wrong of [[], [anna, bert], [anna, anna, bert], [anna, bert, carl, 'other'], [anna, bert, 'other']]) {
        expect(await change(wrong)).toBe('changed')
      }
      await store.leave(hashOf(carl), start)
      expect(await change([bert, anna])).toBe('done')
    })

    test('are only their owner’s', async () => {
      await invite('anna@example.org')
      expect(await change(['bike anna@example.org'], 'other')).toBe('gone')
    })
  })

  test('are removed by their owner, once, with every link', async () => {
    await invite('anna@example.org')
    const removal = { deviceId: 'bike', contactId: 'bike anna@example.org', at: start }
    await store.remove({ ...removal, deviceId: 'van' })
    expect(await emails()).toEqual(['anna@example.org'])
    await store.remove(removal)
    await store.remove(removal)
    expect([await emails(), await store.byLink(hashOf(removal.contactId))]).toEqual([[], null])
    const kinds = await database.selectFrom('activities').select('kind').orderBy('id').execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['emergency-contact-invited', 'emergency-contact-removed'])
  })

  test('who never accepted are forgotten in the end; who accepted stay', async () => {
    await invite('anna@example.org')
    await invite('bert@example.org')
    await accept('bike bert@example.org')
    await deleteOld(database, days(100 + emergencyContactsServerLimits.leftDays))
    expect(await emails()).toEqual(['bert@example.org'])
  })

  test('are invited with both e-mails about it, or nobody is', () => {
    const invitation = { id: 'anna', userId: 'owner', sessionId: 'session-owner', deviceId: 'bike', at: start }
    const invited = { ...invitation, email: 'anna@example.org', endsAt: days(invitationDays) }
    return expectQueued(
      connection,
      (queue) => createEmergencyContactsStore(database, queue).invite(invited),
      [emergencyInvitationMail, { contactId: 'anna' }],
      [emergencyInvitedMail, { contactId: 'anna' }],
    )
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { phonesServerLimits } from '#contract/phones/phones-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { createPhonesStore, type PhonePerson } from './phones.store.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createEmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertSession } from '#server/testing/rows.ts'

const now = new Date('2026-06-01T08:00:00.000Z')
const endsAt = new Date(now.getTime() + 10 * minuteMs)
const mobile = { number: '+491701234567', channel: 'SMS', endsAt } as const

describeOnBothDatabases('phones', (database) => {
  const phones = createPhonesStore(database)
  const contacts = createEmergencyContactsStore(database, noQueue)
  let owner: PhonePerson
  let contact: PhonePerson

  beforeEach(async () => {
    const deviceId = await putTracker(database, now, { imei: '350000000000001', mode: 'THEFT' })
    const sessionId = await insertSession(database, 'owner', now)
    owner = { userId: 'owner', sessionId }
    const invitation = {
      id: 'contact',
      userId: 'owner',
      sessionId,
      deviceId,
      email: 'anna@example.org',
      at: now,
      endsAt,
    }
    await contacts.invite(invitation)
    await contacts.addLink('contact', hashOf('link'), now)
    await contacts.accept(hashOf('link'), 1, now)
    contact = { contactId: 'contact', deviceId }
  })

  const people = [
    ['an owner', () => owner],
    ['an emergency contact', () => contact],
  ] as const

  describe.each(people)('of %s', (_who, personOf) => {
    test('count once their code was entered, and not before', async () => {
      expect(await phones.ask(personOf(), { ...mobile, codeHash: 'code' })).toBe(true)
      expect(await phones.read(personOf(), now)).toEqual({ phone: null, asked: mobile })
      expect(await phones.takeTry(personOf(), now)).toBe('code')
      expect(await phones.confirm(personOf(), 'code', now)).toBe(true)
      const { number, channel } = mobile
      expect(await phones.read(personOf(), now)).toEqual({ phone: { number, channel, confirmedAt: now }, asked: null })
    })

    test('stay as they were until another number is confirmed', async () => {
      await phones.ask(personOf(), { ...mobile, codeHash: 'first' })
      await phones.confirm(personOf(), 'first', now)
      const other = { ...mobile, number: '+436641234567', channel: 'VOICE' } as const
      await phones.ask(personOf(), { ...other, codeHash: 'second' })
      expect(await phones.read(personOf(), now)).toMatchObject({ phone: { number: mobile.number }, asked: other })
      expect(await phones.confirm(personOf(), 'first', now)).toBe(false)
      expect(await phones.confirm(personOf(), 'second', now)).toBe(true)
      expect(await phones.read(personOf(), now)).toMatchObject({ phone: { channel: 'VOICE' }, asked: null })
    })

    test('allow a few tries, also when they come at once, and none with a code that is over', async () => {
      await phones.ask(personOf(), { ...mobile, codeHash: 'code' })
      const tries = Array.from({ length: 20 }, () => phones.takeTry(personOf(), now))
      const allowed = (await Promise.all(tries)).filter((hash) => hash !== null)
      expect(allowed).toHaveLength(phonesServerLimits.triesPerCode)
      await phones.ask(personOf(), { ...mobile, codeHash: 'again' })
      expect(await phones.takeTry(personOf(), endsAt)).toBeNull()
      expect(await phones.takeTry(personOf(), now)).toBe('again')
    })

    test('are deleted for good', async () => {
      await phones.ask(personOf(), { ...mobile, codeHash: 'code' })
      await phones.confirm(personOf(), 'code', now)
      await phones.ask(personOf(), { ...mobile, codeHash: 'another' })
      await phones.remove(personOf(), now)
      expect(await phones.read(personOf(), now)).toEqual({ phone: null, asked: null })
      expect(await phones.confirm(personOf(), 'another', now)).toBe(false)
    })

    test('are forgotten if nobody enters their code', async () => {
      await phones.ask(personOf(), { ...mobile, codeHash: 'code' })
      await deleteOld(database, endsAt)
      expect(await phones.takeTry(personOf(), now)).toBe('code')
      await deleteOld(database, new Date(endsAt.getTime() + 1))
      expect(await database.selectFrom('phone_codes').select('number').execute()).toEqual([])
    })
  })

  test('go at once with a contact that leaves', async () => {
    await phones.ask(contact, { ...mobile, codeHash: 'code' })
    await phones.confirm(contact, 'code', now)
    await phones.ask(contact, { ...mobile, codeHash: 'another' })
    await contacts.leave(hashOf('link'), now)
    expect(await database.selectFrom('phones').select('number').execute()).toEqual([])
    expect(await database.selectFrom('phone_codes').select('number').execute()).toEqual([])
    expect(await phones.ask(contact, { ...mobile, codeHash: 'too late' })).toBe(false)
  })

  test('are confirmed by nobody who was signed out meanwhile', async () => {
    await phones.ask(owner, { ...mobile, codeHash: 'code' })
    await database.deleteFrom('sessions').execute()
    expect(await phones.confirm(owner, 'code', now)).toBe(false)
    expect(await phones.ask(owner, { ...mobile, codeHash: 'again' })).toBe(false)
  })

  test('of an owner stand in the list of what happened, without their number', async () => {
    await phones.ask(owner, { ...mobile, codeHash: 'code' })
    await phones.confirm(owner, 'code', now)
    await phones.remove(owner, now)
    await phones.remove(owner, now)
    const rows = await database.selectFrom('activities').select(['kind', 'detail']).orderBy('id').execute()
    expect(rows.filter(({ kind }) => kind.startsWith('phone-'))).toEqual([
      { kind: 'phone-confirmed', detail: null },
      { kind: 'phone-removed', detail: null },
    ])
  })
})

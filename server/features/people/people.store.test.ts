import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import { peopleLimits, peopleServerLimits } from '#contract/people/people-limits.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { createDeviceOwnersStore } from '#server/features/devices/device-owners.store.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { peopleHooks } from './people.hooks.ts'
import { createPeopleStore, type NewPerson } from './people.store.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const days = (count: number) => new Date(start.getTime() + count * dayMs)
const minutes = (count: number) => new Date(start.getTime() + count * 60_000)
const { invitationDays, perDevice } = peopleLimits

describeOnBothDatabases('people of vehicles', (database) => {
  const store = createPeopleStore(database)

  beforeEach(async () => {
    for (const userId of ['owner', 'anna', 'bert']) {
      await insertUser(database, userId, start)
      await insertSession(database, userId, start)
    }
    await insertDevice(database, { id: 'bike', userId: 'owner', imei: '350000000000001' }, start)
    await insertDevice(database, { id: 'van', userId: 'owner', imei: '350000000000002' }, start)
  })

  const emailOf = async (userId: string) =>
    (await database.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
  const invite = (id: string, email: string, given: Partial<NewPerson> = {}) => {
    const { at = start } = given
    return store.invite({
      id,
      userId: 'owner',
      sessionId: 'session-owner',
      deviceId: 'bike',
      name: `Name von ${id}`,
      email,
      role: 'DRIVER',
      endsAt: null,
      invitationEndsAt: new Date(at.getTime() + invitationDays * dayMs),
      secret: { token: id, hash: hashOf(id) },
      at,
      ...given,
    })
  }
  const accept = async (id: string, userId: string, at = start) =>
    store.accept({ tokenHash: hashOf(id), userId, email: await emailOf(userId), at })
  const roleOf = async (userId: string, at = start, deviceId = 'bike') =>
    (await createDeviceOwnersStore(database, { now: () => at }).withRole(deviceId, userId))?.role ?? null
  const logOf = async (userId: string) => {
    const rows = await database
      .selectFrom('activities')
      .select(['kind', 'detail'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, detail }) => `${kind} ${detail ?? ''}`)
  }

  test('are invited and accept once, with the account of that address; then they have their role, and leave', async () => {
    expect(await invite('one', (await emailOf('anna')).toUpperCase())).toBe('invited')
    expect([await roleOf('anna'), await store.vehiclesOf('anna', start)]).toEqual([null, []])
    expect(await accept('one', 'bert')).toBe('foreign')
    expect(await accept('two', 'anna')).toBe('over')
    expect(await accept('one', 'anna')).toMatchObject({ deviceId: 'bike', role: 'DRIVER', endsAt: null })
    expect(await accept('one', 'anna')).toBe('used')
    expect([await roleOf('anna'), await roleOf('bert'), await roleOf('anna', start, 'van')]).toEqual([
      'DRIVER',
      null,
      null,
    ])
    expect(await store.vehiclesOf('anna', start)).toMatchObject([
      { deviceId: 'bike', ownerEmail: await emailOf('owner') },
    ])
    const leave = () => store.leave({ deviceId: 'bike', userId: 'anna', at: start })
    expect([await leave(), await leave(), await roleOf('anna')]).toEqual([true, false, null])
    expect(await logOf('owner')).toEqual(['invited', 'accepted', 'left'].map((what) => `person-${what} Name von one`))
  })

  test('are refused where they are in the list, where it is full, and by whom the vehicle does not belong to', async () => {
    expect(await invite('one', 'one@example.org')).toBe('invited')
    expect(await invite('again', 'ONE@example.org')).toBe('known')
    expect(await invite('foreign', 'two@example.org', { userId: 'anna', sessionId: 'session-anna' })).toBe('gone')
    expect(await invite('late', 'two@example.org', { sessionId: 'ended' })).toBe('signed out')
    const outcomes = await Promise.all(
      Array.from({ length: perDevice + 1 }, (_, index) => invite(`p${index}`, `p${index}@example.org`)),
    )
    expect(outcomes.filter((outcome) => outcome === 'invited')).toHaveLength(perDevice - 1)
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(2)
  })

  test('accept in time; who did not, or whose time is over, is invited again, and both go some time later', async () => {
    const anna = await emailOf('anna')
    await invite('one', anna)
    expect(await accept('one', 'anna', days(invitationDays))).toBe('over')
    expect(await invite('two', anna, { at: days(8), endsAt: days(10), role: 'WATCHER' })).toBe('invited')
    await accept('two', 'anna', days(9))
    expect([await roleOf('anna', days(9)), await roleOf('anna', days(10))]).toEqual(['WATCHER', null])
    expect(await store.vehiclesOf('anna', days(10))).toEqual([])
    expect(await invite('three', anna, { at: days(11) })).toBe('invited')
    expect((await store.list('bike', start)).map(({ id }) => id)).toEqual(['three'])
    await deleteOld(database, days(11 + invitationDays + peopleServerLimits.overDays - 1))
    expect(await store.list('bike', start)).toHaveLength(1)
    await deleteOld(database, days(11 + invitationDays + peopleServerLimits.overDays + 1))
    expect(await store.list('bike', start)).toEqual([])
  })

  test('while the owner’s account is disabled, nobody may anything, and no invitation is accepted', async () => {
    await invite('a', await emailOf('anna'))
    await accept('a', 'anna')
    await invite('b', await emailOf('bert'))
    await database.updateTable('users').set({ disabled_at: start }).where('id', '=', 'owner').execute()
    expect([await roleOf('anna'), await store.vehiclesOf('anna', start)]).toEqual([null, []])
    expect([await store.invitationOf(hashOf('b'), start), await accept('b', 'bert')]).toEqual([null, 'over'])
  })

  test('who look where the vehicle is stand in the owner’s list once an hour, and only who may look', async () => {
    await invite('one', await emailOf('anna'), { endsAt: days(1) })
    await accept('one', 'anna')
    const look = (userId: string, at: Date) => store.look({ deviceId: 'bike', userId, at })
    for (const minute of [1, 2, 60, 62]) expect(await look('anna', minutes(minute))).toBe(true)
    expect([await look('bert', minutes(70)), await look('anna', days(1))]).toEqual([false, false])
    expect((await logOf('owner')).filter((entry) => entry.startsWith('person-looked'))).toHaveLength(2)
  })

  test('lose it with a removal, with a device that is handed over, and with „Das war ich nicht“; open invitations with other credentials', async () => {
    const [anna, bert] = [await emailOf('anna'), await emailOf('bert')]
    const bring = async (at: Date) => {
      await invite(`a ${at.getTime()}`, anna, { at })
      await accept(`a ${at.getTime()}`, 'anna', at)
      await invite(`b ${at.getTime()}`, bert, { at, deviceId: 'van' })
    }
    await bring(start)
    await store.remove({ deviceId: 'van', personId: `a ${start.getTime()}`, at: start })
    expect(await roleOf('anna')).toBe('DRIVER')
    await store.remove({ deviceId: 'bike', personId: `a ${start.getTime()}`, at: start })
    expect(await roleOf('anna')).toBeNull()

    await bring(minutes(1))
    const changed = { userId: 'owner', formerHolder: 'unknown' as const }
    await inTransaction(database, { accounts: ['owner'] }, async (writing) =>
      peopleHooks.credentialsChanged?.(writing, changed),
    )
    expect([await roleOf('anna'), await accept(`b ${minutes(1).getTime()}`, 'bert')]).toEqual(['DRIVER', 'over'])

    const secured = { userId: 'owner', email: 'owner@example.org', devices: ['bike', 'van'], at: start }
    await inTransaction(database, { devices: ['bike', 'van'] }, async (writing) =>
      peopleHooks.accountSecured?.(writing, secured),
    )
    expect(await roleOf('anna')).toBeNull()

    await bring(minutes(2))
    const finished = { email_verified_at: start, imei_verified_at: start }
    await database.updateTable('users').set(finished).where('id', '=', 'bert').execute()
    const offers = createDeviceOffersStore(database, noQueue)
    const offered = { userId: 'owner', sessionId: 'session-owner', email: bert, expiresAt: days(1), at: start }
    await offers.offer({ ...offered, id: 'bike', secret: { token: 'offer', hash: hashOf('offer') } })
    const handOver = { userId: 'owner', newId: 'bike of bert', recipientEmail: bert, maxDevices: 5, now: start }
    expect(await offers.handOver({ ...handOver, id: 'bike' })).toBe('handed over')
    expect([await roleOf('anna'), await roleOf('anna', start, 'bike of bert')]).toEqual([null, null])
    expect(await store.vehiclesOf('anna', start)).toEqual([])
  })
})

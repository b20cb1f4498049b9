import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { trackingServerLimits } from '#contract/tracking/tracking-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { hooks } from '#server/hooks.ts'
import { positionRemovals } from '#server/db/positions/position-removals.ts'
import { describeOnBothDatabases, emptyTables } from '#server/db/testing/databases.ts'
import { isDoneWithin } from '#server/db/testing/killed.ts'
import { createAccountRemovalStore } from '#server/features/account-deletion/account-removal.store.ts'
import { figuresOf } from '#server/features/account-deletion/deletion-figures.ts'
import { createDeletionReceiptsStore } from '#server/features/account-deletion/deletion-receipts.store.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { createDeviceOwnersStore } from '#server/features/devices/device-owners.store.ts'
import { finishAccount } from '#server/features/auth/finished-account.ts'
import { startLicence } from '#server/features/licences/start-licence.ts'
import { createDeviceRegistrationStore } from '#server/features/devices/device-registration.store.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { insertSession, insertUser } from '#server/testing/rows.ts'
import { createPositionRemovalsStore } from './position-removals.store.ts'
import { createSecret } from '#server/platform/secrets.ts'

const now = new Date('2026-03-20T12:00:00Z')
const [imei, secondImei, othersImei] = ['350000000000001', '350000000000002', '350000000000003']
const [mine, second, others] = [`device-${imei}`, `device-${secondImei}`, `device-${othersImei}`]
const portion = trackingServerLimits.removedTogether
/** Two full portions, and some more. */
const many = 2 * portion + 5

describeOnBothDatabases('what a removed device leaves behind', (database, connection) => {
  const removals = createPositionRemovalsStore(database, hooks)

  const putWorld = async () => {
    await putTracker(database, now, { imei, owner: 'anna' })
    await putTracker(database, now, { imei: secondImei, owner: 'anna' })
    await putTracker(database, now, { imei: othersImei, owner: 'bert' })
    await insertSession(database, 'anna', now)
    await keep(others, 3)
  }
  beforeEach(putWorld)

  /** A second apart, the last one at an instant. */
  const keep = (deviceId: string, count: number, last = now) =>
    database.transaction().execute((transaction) =>
      keepPositions(
        transaction,
        Array.from({ length: count }, (_, index) => ({
          deviceId,
          recordedAt: new Date(last.getTime() - index * secondMs),
          receivedAt: now,
          latitude: 49,
          longitude: 8.4,
          accuracy: null,
          altitude: null,
          speed: null,
          course: null,
          flag: null,
        })),
      ),
    )
  const countOf = async (deviceId: string) => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from positions where device_id = ${deviceId}`.execute(database)
    return Number(rows[0]?.count)
  }
  const left = () => database.selectFrom('position_removals').select('id').execute()
  const remove = (queue = noQueue) => createDevicesStore(database, queue).remove({ id: mine, userId: 'anna', now })
  const report = () => {
    const store = createReceptionStore(database, null)
    const { receive } = createReceptionService({ store, log: pino({ level: 'silent' }) })
    return receive(fixReport(imei, now.toISOString()), now)
  }

  test('is reached by nobody, and nothing is added to it', async () => {
    await keep(mine, many)
    expect(await remove()).toBe('removed')
    expect(await countOf(mine), 'not deleted yet').toBe(many)
    const devices = createDevicesStore(database, noQueue)
    expect(await devices.find(mine, now)).toBeNull()
    expect((await devices.list('anna', now)).map(({ id }) => id)).toEqual([second])
    const owners = createDeviceOwnersStore(database, clockFrom())
    expect([await owners.byId(mine), await owners.byImei(imei)]).toEqual([null, null])
    expect(await report()).toBe('NO_OWNER')
    expect(await countOf(mine)).toBe(many)
    // No other row of the database has its id, but what the owner's list and consents say about the past.
    expect(await tablesWith(mine)).toEqual(['activities', 'consents', 'position_removals', 'positions'])
  })

  test('is not in the way of the next owner, whose positions stay', async () => {
    await keep(mine, many)
    await remove()
    const registered = await createDeviceRegistrationStore(database, noQueue, { startLicence, finishAccount }).register(
      {
        id: 'new',
        licence: { id: 'l', key: 'k' },
        userId: 'bert',
        imei,
        deviceName: null,
        claimCodeHash: null,
        finishesAccount: false,
        maxDevices: 5,
        now,
      },
    )
    expect(registered.outcome).toBe('registered')
    await keep('new', 2)
    await removals.workOff()
    expect([await countOf(mine), await countOf('new'), await countOf(others)]).toEqual([0, 2, 3])
  })

  test('goes by work that is queued with the removal, or neither is there', async () => {
    await expectQueued(connection, remove, [positionRemovals, {}])
    expect(await left()).toHaveLength(1)
  })

  test.each([0, 1, portion - 1, portion, portion + 1, many])(
    'goes, however much it is: %s positions',
    async (count) => {
      await keep(mine, count)
      await remove()
      await removals.workOff()
      expect([await countOf(mine), await countOf(others), await left()]).toEqual([0, 3, []])
    },
  )

  test('goes also when the device was handed over, and the new owner has none of it', async () => {
    await keep(mine, many)
    await insertUser(database, 'clara', now)
    await database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
    const offers = createDeviceOffersStore(database, noQueue)
    const [email, userId] = ['clara@example.org', 'anna']
    const expiresAt = new Date(now.getTime() + secondMs)
    await offers.offer({
      id: mine,
      userId,
      sessionId: 'session-anna',
      email,
      expiresAt,
      secret: createSecret(),
      at: now,
    })
    const accepted = { id: mine, userId, newId: 'new', recipientEmail: email, maxDevices: 5, now }
    expect(await offers.handOver(accepted)).toBe('handed over')
    expect([await countOf(mine), await countOf('new')]).toEqual([many, 0])
    await removals.workOff()
    expect([await countOf(mine), await countOf(others)]).toEqual([0, 3])
  })

  /** An account with two devices. Days overlap, and one fix is of another day in Germany than by UTC. */
  async function removeAccount() {
    await keep(mine, many)
    await keep(second, portion, new Date('2026-03-19T12:00:00Z'))
    await keep(second, 1, new Date('2026-03-17T23:30:00Z'))
    await keep(mine, 1, new Date('2026-03-18T01:00:00Z'))
    const figures = await figuresOf(database, 'anna', now)
    expect(figures).toMatchObject({ positions: many + portion + 2, daysOfHistory: 3 })
    const removal = { userId: 'anna', reason: 'support', receiptId: 'receipt', now } as const
    expect(await createAccountRemovalStore(database, hooks).remove(removal)).toBe(true)
    return figures
  }
  /** What the receipt that can be sent says; null if it has to wait. */
  const receiptOf = async () => {
    const [waiting] = await createDeletionReceiptsStore(database).waiting(now)
    if (waiting === undefined) return null
    return database
      .selectFrom('account_deletion_receipts')
      .select(['id', 'figures'])
      .where('id', '=', waiting.id)
      .executeTakeFirstOrThrow()
  }

  test('of an account is in the figures of its receipt, which waits for it', async () => {
    const figures = await removeAccount()
    expect(await receiptOf()).toBeNull()
    await removals.workOff()
    expect(await receiptOf()).toMatchObject({ id: 'receipt', figures })
    expect([await countOf(mine), await countOf(second), await countOf(others)]).toEqual([0, 0, 3])
  })

  test('goes in portions and is counted once, whichever statement of it a process is killed at', async () => {
    let statements = 0
    const leftBehind = new Set<number>()
    for (let isThrough = false; !isThrough; statements += 1) {
      await emptyTables(database)
      await putWorld()
      const figures = await removeAccount()
      isThrough = await isDoneWithin(statements, database, (dying) =>
        createPositionRemovalsStore(dying, hooks).workOff(),
      )
      leftBehind.add(await countOf(mine))
      if (!isThrough) expect(await receiptOf(), `killed at ${statements}`).toBeNull()
      await removals.workOff()
      expect(await receiptOf(), `killed at ${statements}`).toMatchObject({ figures })
      expect([await countOf(mine), await countOf(second), await left()]).toEqual([0, 0, []])
    }
    const all = many + 1
    expect([...leftBehind]).toEqual([all, all - portion, all - 2 * portion, 0])
  })

  test('is deleted and counted once by two processes at the same time', async () => {
    const figures = await removeAccount()
    await Promise.all([removals.workOff(), createPositionRemovalsStore(database, hooks).workOff()])
    expect(await receiptOf()).toMatchObject({ figures })
    expect([await countOf(mine), await countOf(second), await countOf(others), await left()]).toEqual([0, 0, 3, []])
  })

  test('is deleted also where nobody waits for its number any more', async () => {
    await removeAccount()
    await database.deleteFrom('account_deletion_receipts').execute()
    await removals.workOff()
    expect([await countOf(mine), await countOf(second), await left()]).toEqual([0, 0, []])
  })

  /** The tables of which some row has a text in it. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      order by relname`.execute(database)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`
        select from ${sql.table(name)} t where strpos(t::text, ${text}) > 0 limit 1`.execute(database)
      if (rows.length > 0) found.push(name)
    }
    return found
  }
})

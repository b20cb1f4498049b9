import { setImmediate as aMoment } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { connect, type Connection, type Queries } from '#server/db/connection/database.ts'
import { describeOnPostgres } from '#server/db/testing/databases.ts'
import { openRelay, type Relay } from '#server/db/testing/relay.ts'
import { withTimeLimit } from '#server/db/connection/time-limit.ts'
import { createAlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import { randomId } from '#server/platform/ids.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'

const now = new Date('2026-03-29T12:00:00.000Z')
const imei = '350000000000001'
const batchMs = 1_500
const patience = { connectMs: 1_500, inTransactionMs: 700 }
/** Enough for a busy machine, and far less than a tracker waits for its answer. */
const soonMs = 6_000

describeOnPostgres(
  'the intake of reports, over a network that loses connections without a word,',
  (database, _, url) => {
    let relay: Relay
    let connection: Connection
    let receive: ReturnType<typeof createReceptionService>['receive']
    /** Happens in a transaction that locks its tracker, before it is committed. */
    let meanwhile: (transaction: Queries) => Promise<void>

    beforeEach(async () => {
      meanwhile = async () => undefined
      relay = await openRelay(url)
      connection = connect(relay, patience)
      const watch = {
        ...createAlarmWatch(randomId, () => undefined),
        async raise(transaction: Queries) {
          await meanwhile(transaction)
          return () => undefined
        },
      }
      const store = createReceptionStore(withTimeLimit(connection, batchMs), watch)
      receive = createReceptionService({ store, log: pino({ level: 'silent' }) }).receive
      await putTracker(database, now, { imei })
      expect(await report(0)).toBe('STORED')
    })
    afterEach(async () => {
      await relay.close()
      await connection.close()
    })

    const report = (second: number) =>
      receive(fixReport(imei, new Date(now.getTime() - second * 1000).toISOString()), now)
    /** The present report and those that wait for it, all from one tracker. */
    const reports = async () => {
      const inHand = report(1)
      await aMoment()
      return Promise.allSettled([inHand, ...[2, 3, 4, 5].map(report)])
    }

    test.each([
      ['before a transaction', () => relay.lose('everything'), null],
      ['in the middle of one, which the server goes on with', null, () => relay.lose('everything')],
      ['before the answer to a commit', null, () => relay.lose('answers')],
    ])('fails a batch when it happens %s, and goes on with the next', async (_name, before, during) => {
      before?.()
      meanwhile = async () => {
        meanwhile = async () => undefined
        during?.()
      }
      const startedAt = performance.now()
      const [first, ...others] = await reports()
      expect(first?.status).toBe('rejected')
      expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
      expect(await report(1)).toMatch(/STORED|DUPLICATE/)
      expect(performance.now() - startedAt).toBeLessThan(soonMs)
      const stored = await database.selectFrom('positions').select('recorded_at').execute()
      expect(stored).toHaveLength(6)
    })

    test('rejects everything while the database is gone, and takes it in as soon as it is back', async () => {
      relay.lose('everything')
      relay.setGone(true)
      const startedAt = performance.now()
      expect((await reports()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
      relay.setGone(false)
      expect(await Promise.all([1, 2, 3, 4, 5].map(report))).toEqual(Array.from({ length: 5 }, () => 'STORED'))
      expect(performance.now() - startedAt).toBeLessThan(soonMs)
    })

    test('leaves no session on the server that would wait for a lock when nobody waits for it', async () => {
      const patienceOf = async (queries: Queries) => {
        const { rows } = await sql<{ ms: number }>`
        select setting::int as ms from pg_settings where name = 'lock_timeout'`.execute(queries)
        return rows[0]?.ms
      }
      let ms: number | undefined
      meanwhile = async (transaction) => void (ms = await patienceOf(transaction))
      expect(await report(1)).toBe('STORED')
      expect(ms).toBe(gatewayServerLimits.lockTimeoutMs)
      expect(gatewayServerLimits.lockTimeoutMs).toBeLessThan(gatewayServerLimits.batchTimeoutMs)
      expect(await patienceOf(connection.database)).toBe(0)
    })
  },
)

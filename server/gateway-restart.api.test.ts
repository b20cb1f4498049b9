import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/config.ts'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts'
import { startReporting } from '#server/testing/load/reporting-load.ts'
import { startMailServer, type TestMailServer } from '#server/testing/test-product.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/* Two processes with the role `gateway` at the same ports, each of which is restarted while trackers report. */

const patienceMs = 300_000
const postgres = runPostgres()

if ('missing' in postgres) test.skip(`a gateway starts anew beside another one (skipped: ${postgres.missing})`)
else {
  describe('two gateways at the same ports', () => {
    const url = postgres.url.replace('/postgres?', '/restarted?')
    let server: Connection
    let own: Connection
    let mail: TestMailServer
    let person: Person
    let port: number
    const processes: ProductProcess[] = []
    const start = async (settings: Record<string, string>) => {
      const started = await startProductProcess({ DATABASE_URL: url, SMTP_URL: mail.url, ...settings })
      processes.push(started)
      return started
    }
    beforeAll(async () => {
      server = connect(postgres)
      await sql`create database restarted`.execute(server.database)
      own = connect({ url })
      mail = await startMailServer()
      port = await freePort()
      const api = await start({ ROLES: 'api,jobs' })
      const settings = readSettings({ DATABASE_URL: url })
      person = await becomeCustomer({ url: api.url, operator: own.database, mail, settings })
      const { deviceId } = person
      await callAs(api, person, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true })
      await callAs(api, person, 'POST', '/api/tracking/enable', { deviceId, trackingMode: 'BOTH' })
    }, patienceMs)
    afterAll(async () => {
      for (const one of processes) await one.stop()
      await mail.close()
      await own.close()
      await sql`drop database restarted with (force)`.execute(server.database)
      await server.close()
    }, patienceMs)

    test(
      'trackers are answered by the other one while each of them is away, and nothing acknowledged is lost',
      async () => {
        const gateway = {
          ROLES: 'gateway',
          GATEWAY_SHARED_PORTS: '1',
          GATEWAY_OSMAND_PORT: String(port),
        }
        const both = [await start(gateway), await start(gateway)]
        const load = startReporting(port, person)
        await load.untilMoreAcknowledged(20)
        for (const one of both) {
          await one.stop()
          // It is started only after that: these are answered by the other one.
          await load.untilMoreAcknowledged(20)
          await one.startAgain()
          await load.untilMoreAcknowledged(20)
        }
        await load.end()
        expect([...load.failures]).not.toContain('ECONNREFUSED')
        const stored = await own.database
          .selectFrom('positions')
          .select('recorded_at')
          .where('device_id', '=', person.deviceId)
          .execute()
        const times = new Set(stored.map(({ recorded_at }) => recorded_at.getTime()))
        expect(load.acknowledged.filter((at) => !times.has(at.getTime()))).toEqual([])
      },
      patienceMs,
    )
  })
}

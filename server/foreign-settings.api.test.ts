import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { connect } from '#server/db/connection/database.ts'
import { foreignSettings } from '#server/db/testing/foreign-settings.ts'
import { command } from '#server/testing/command.ts'
import { becomeCustomer, callAs } from '#server/testing/people.ts'
import { startTestProduct } from '#server/testing/test-product.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

const patienceMs = 240_000
const postgres = runPostgres()

if ('missing' in postgres) test.skip(`a database with German dates (skipped: ${postgres.missing})`)
else
  test(
    'on a database with German dates the product starts, registers, is well, reads the right times, and so it does after a restore',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'wegwarte-german-'))
      const server = connect(postgres)
      await sql`create database german`.execute(server.database)
      for (const statement of foreignSettings('german')) await sql.raw(statement).execute(server.database)
      const url = postgres.url.replace('/postgres?', '/german?')
      const product = await startTestProduct({ DATABASE_URL: url })

      const person = await becomeCustomer(product)
      const { deviceId } = person
      await callAs(product, person, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true })
      await callAs(product, person, 'POST', '/api/tracking/enable', { deviceId, trackingMode: 'BOTH' })
      const recordedAt = new Date(clockFrom().now().getTime() - minuteMs).toISOString()
      const place = { latitude: 49.123456789, longitude: 8.5 }
      await callAs(product, person, 'POST', `/api/devices/${deviceId}/position`, { ...place, recordedAt })
      const current = async () => (await callAs(product, person, 'GET', `/api/tracking/latest/${deviceId}`)).text
      const before = await current()
      expect(before).toContain(recordedAt)
      const health = await callAs(product, person, 'GET', '/api/health')
      expect([health.status, health.body]).toEqual([200, expect.objectContaining({ success: true })])

      const file = join(folder, 'backup')
      expect(await command(['db', 'backup', file], { DATABASE_URL: url })).toMatchObject({ code: 0 })
      expect(await command(['db', 'restore', file, '--replace'], { DATABASE_URL: url })).toMatchObject({ code: 0 })
      expect(await current()).toBe(before)

      await product.close()
      await sql`drop database german with (force)`.execute(server.database)
      await server.close()
      rmSync(folder, { recursive: true })
    },
    patienceMs,
  )

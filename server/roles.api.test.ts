import { connect as connectTo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { send } from '#server/testing/client.ts'
import { undescribedOrigins } from '#server/testing/documented-answers.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts'
import { startMailServer, type TestMailServer } from '#server/testing/test-product.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/* The roles of a process, each in a process of its own, on one PostgreSQL. */

const token = 'a-token-of-the-operator-2026'
const postgres = runPostgres()
const roles = ['api', 'jobs', 'gateway'] as const
type Role = (typeof roles)[number]

if ('missing' in postgres) test.skip(`roles in processes of their own (skipped: ${postgres.missing})`)
else {
  describe('each role in a process of its own', () => {
    let server: Connection
    let own: Connection
    let mail: TestMailServer
    let processes: Record<Role, ProductProcess>
    let trackerPorts: Record<Role, number>

    const url = postgres.url.replace('/postgres?', '/roles?')
    beforeAll(async () => {
      server = connect(postgres)
      await sql`create database roles`.execute(server.database)
      own = connect({ url })
      mail = await startMailServer()
      const start = async (role: Role) => {
        trackerPorts = { ...trackerPorts, [role]: await freePort() }
        return startProductProcess({
          ROLES: role,
          DATABASE_URL: url,
          SMTP_URL: mail.url,
          METRICS_TOKEN: token,
          GATEWAY_OSMAND_PORT: String(trackerPorts[role]),
        })
      }
      // One after the other: the first one makes the tables.
      processes = { api: await start('api'), jobs: await start('jobs'), gateway: await start('gateway') }
      for (const role of ['jobs', 'gateway'] as const) undescribedOrigins.add(new URL(processes[role].url).origin)
    }, 180_000)
    afterAll(async () => {
      for (const role of roles) await processes[role].stop()
      await mail.close()
      await own.close()
      await sql`drop database roles with (force)`.execute(server.database)
      await server.close()
    })

    const figuresOfAll = async (asked: readonly Role[] = roles) => {
      const headers = { authorization: `Bearer ${token}` }
      const answers = await Promise.all(asked.map((role) => send(processes[role].url, 'GET', '/metrics', { headers })))
      return answers.map(({ text }) => text).join('')
    }
    const statusOf = async (role: Role, path: string) => (await send(processes[role].url, 'GET', path)).status

    test.each(['/api/time', '/api/docs', '/api/openapi.json', '/login', '/.well-known/security.txt'])(
      '%s is answered by the role api alone',
      async (path) => {
        expect(await Promise.all(roles.map((role) => statusOf(role, path)))).toEqual([200, 404, 404])
      },
    )

    test('health and figures are answered by each', async () => {
      const headers = { authorization: `Bearer ${token}` }
      for (const role of roles) {
        expect([role, await statusOf(role, '/api/health')]).toEqual([role, 200])
        const { status, text } = await send(processes[role].url, 'GET', '/metrics', { headers })
        expect([status, text]).toEqual([200, expect.stringContaining(`roles="${role}"`)])
      }
    })

    test('what is true of all processes is said by one of them, and by another one once that is gone', async () => {
      expect((await figuresOfAll()).match(/^wegwarte_accounts \d+$/gm)).toHaveLength(1)
      await sql`update process_signs set seen_at = now() - interval '1 minute'
        where process_id = (select min(process_id) from process_signs)`.execute(own.database)
      expect((await figuresOfAll()).match(/^wegwarte_accounts \d+$/gm)).toHaveLength(1)
    })

    test('trackers reach the role gateway alone', async () => {
      expect(await Promise.all(roles.map((role) => isOpen(trackerPorts[role])))).toEqual([false, false, true])
    })

    test('the end of the last process with a role is told by the others, until there is one again', async () => {
      const said = async (role: Role) => (await send(processes[role].url, 'GET', '/api/health')).text
      await processes.gateway.kill()
      // As if its last sign were three minutes old.
      await sql`update process_signs set seen_at = now() - interval '3 minutes' where 'gateway' = any(roles)`.execute(
        own.database,
      )
      expect(await said('api')).toContain('kein Prozess mit der Rolle gateway')
      expect(await statusOf('jobs', '/api/health')).toBe(503)
      const text = await figuresOfAll(['api', 'jobs'])
      expect(text).toMatch(/^wegwarte_processes\{role="gateway"\} 0$/m)
      expect(text).toMatch(/^wegwarte_processes\{role="api"\} 1$/m)
      await processes.gateway.startAgain()
      expect(await statusOf('api', '/api/health')).toBe(200)
    })

    test('what the API accepts is done by the role jobs', async () => {
      const body = { email: 'roles@example.org', password: 'geheim-123' }
      expect((await send(processes.api.url, 'POST', '/api/auth/register', { body })).status).toBe(201)
      await mail.emailTo(body.email)
      expect((await send(processes.jobs.url, 'POST', '/api/auth/register', { body })).status).toBe(404)
    })
  })
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connectTo(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}

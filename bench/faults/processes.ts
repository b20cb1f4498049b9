import { hourMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { hashOf } from '#server/platform/secrets.ts'
import type { ProductProcess } from '#server/testing/product-process.ts'
import { during, type Happened } from './database.ts'
import { type Installation, reportingTrackers, type Server } from './installation.ts'
import { positionsOverApi, reportsTo, type Row } from './load.ts'

export function gatewayKilled(installation: Installation): Promise<Row> {
  const load = reportsTo(installation)
  return during(installation.server, 'gateway killed', load, () => killAndStart(installation.gateway))
}

export async function apiKilled(installation: Installation): Promise<Row> {
  const { server, api } = installation
  const tokens = await sessionsOf(server, 'owner-', reportingTrackers)
  const load = positionsOverApi(installation, tokens)
  return during(server, 'one of two API processes killed', load, () => killAndStart(api[0]))
}

async function killAndStart(one: ProductProcess): Promise<Happened> {
  const since = performance.now()
  await one.kill()
  // Others answer meanwhile.
  return { since, note: 'started anew at once', meanwhile: one.startAgain() }
}

/** A session of each of these users, who are made where they are not there. Returns the tokens. */
export async function sessionsOf(
  { connection }: Pick<Server, 'connection'>,
  name: string,
  count: number,
): Promise<string[]> {
  const at = clockFrom().now()
  const numbers = Array.from({ length: count }, (_, number) => number)
  const { database } = connection
  for (let from = 0; from < count; from += 500) {
    const some = numbers.slice(from, from + 500).map((number) => `${name}${number}`)
    const verified = { email_verified_at: at, imei_verified_at: at }
    await database
      .insertInto('users')
      .values(
        some.map((id) => ({
          id,
          email: `${id}@example.org`,
          password_hash: '',
          created_at: at,
          demo: false,
          ...verified,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doUpdateSet(verified))
      .execute()
    await database
      .insertInto('sessions')
      .values(
        some.map((id) => ({
          id: `session-${id}`,
          user_id: id,
          token_hash: hashOf(`token-${id}`),
          client: '',
          created_at: at,
          last_used_at: at,
          expires_at: new Date(at.getTime() + hourMs),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return numbers.map((number) => `token-${name}${number}`)
}

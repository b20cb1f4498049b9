import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { during } from './database.ts'
import type { Installation } from './installation.ts'
import { reportsTo, type Row } from './load.ts'

/**
 * People who register, each from a network of their own, and who wait for an e-mail. While one waits, nothing reads whether
 * it comes.
 */
async function register({ api }: Installation, name: string, count: number): Promise<string[]> {
  const addresses: string[] = []
  for (let number = 0; number < count; number += 1) {
    const email = `${name}${number}@example.org`
    const answer = await fetch(`${api[number % 2 === 0 ? 0 : 1].url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${number}.1` },
      body: JSON.stringify({ email, password: 'geheim-und-lang' }),
    })
    if (answer.status === 201) addresses.push(email)
  }
  return addresses
}

async function mailRow(
  installation: Installation,
  fault: string,
  count: number,
  happen: (asked: string) => Promise<{ note: string; since: number }>,
  asked: Promise<string[]>,
): Promise<Row> {
  const addresses = await asked
  const name = (addresses[0] ?? '').split('0@')[0] ?? ''
  const { note, since } = await happen(name)
  const arrived = () => installation.emailsTo(name)
  while (new Set(arrived()).size < addresses.length && performance.now() - since < 60_000) await sleep(50)
  const seconds = (performance.now() - since) / 1000
  const twice = arrived().length - new Set(arrived()).size
  return {
    fault,
    load: `${count} registrations`,
    acknowledged: addresses.length,
    lost: addresses.filter((address) => !arrived().includes(address)).length,
    seconds,
    note: twice === 0 ? note : `${note}; ${twice} sent twice`,
  }
}

/**
 * The mail server refuses connections for an hour. Nobody waits for it: whenever all that waits has been tried, the pause
 * until the next try is counted and taken away.
 */
export async function mailAway(installation: Installation, count: number): Promise<Row> {
  const { connection } = installation.server
  await installation.mailAway()
  return mailRow(
    installation,
    'mail server away an hour',
    count,
    async () => {
      let awaySeconds = 0
      for (;;) {
        const pause = await pauseOf(installation, count)
        if (awaySeconds + pause > 3_600) break
        awaySeconds += pause
        await skipPauses(connection.database)
      }
      const next = await pauseOf(installation, count)
      await installation.mailBack()
      const since = performance.now()
      await skipPauses(connection.database)
      const minutes = (seconds: number) => Math.round(seconds / 60)
      return {
        since,
        note: `pauses skipped: ${minutes(awaySeconds)} min of them away, then the next try within ${minutes(next)} min`,
      }
    },
    register(installation, 'away', count),
  )
}

/** The longest pause before the next try, seconds, once every e-mail waits for one. */
async function pauseOf({ server }: Installation, count: number): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ waiting: string; seconds: number }>`
      select count(*) as waiting, extract(epoch from max(start_after) - now())::float8 as seconds from pgboss.job
      where name = 'verification-mail' and state = 'retry' and start_after > now()`.execute(server.connection.database)
    if (Number(rows[0]?.waiting) >= count) return rows[0]?.seconds ?? 0
    await sleep(100)
  }
}

async function skipPauses(database: Installation['server']['connection']['database']): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database)
}

/** Nobody works for a while: what is asked for meanwhile is done as soon as somebody does. */
export async function jobsKilled(installation: Installation, count: number): Promise<Row> {
  await installation.jobs.kill()
  return mailRow(
    installation,
    'jobs killed',
    count,
    async () => {
      const since = performance.now()
      await installation.jobs.startAgain()
      return { since, note: 'asked for while it was dead; from its new start on' }
    },
    register(installation, 'dead', count),
  )
}

/** Every source of open data is asked at its start, and none answers. */
export async function feedsHang(installation: Installation, count: number): Promise<Row> {
  await installation.jobs.stop()
  await installation.jobs.startAgain()
  const since = performance.now()
  return mailRow(
    installation,
    'every feed hangs',
    count,
    async () => ({ since, note: 'e-mails meanwhile' }),
    register(installation, 'hang', count),
  )
}

/** Ahead first: the clock goes from one to the other (`jumping-clock.ts`). */
export function clockJumps(installation: Installation, ahead: boolean): Promise<Row> {
  const { gateway, server } = installation
  const name = ahead ? 'clock of the gateway an hour ahead, 10 s' : 'clock of the gateway an hour behind, 10 s'
  return during(server, name, reportsTo(installation), async () => {
    process.kill(gateway.id(), 'SIGUSR2')
    await sleep(10_000)
    process.kill(gateway.id(), 'SIGUSR2')
    return { since: performance.now(), note: '' }
  })
}

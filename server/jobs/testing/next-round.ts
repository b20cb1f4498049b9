import { PgBoss } from 'pg-boss'
import type { Connection } from '#server/db/connection/database.ts'

/*
 * Work for later goes by the clock of its database, which no setting changes. For a story, here is what time does to it.
 */

/** What the product does by the clock, it does now. */
export async function beginRounds({ query }: Pick<Connection, 'query'>): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: query }, supervise: false, schedule: false, migrate: false })
  await boss.start()
  for (const { name } of await boss.getSchedules()) await boss.send(name, {})
  await boss.stop({ close: false })
}

/** So much time passes for work that waits to be tried again, and for work whose process is gone. While no product runs. */
export async function passForWork({ query }: Pick<Connection, 'query'>, minutes: number): Promise<void> {
  const past = (column: string) => `${column} = ${column} - $1::int * interval '1 minute'`
  const letPass = () =>
    query(
      `update pgboss.job set ${['start_after', 'started_on', 'heartbeat_on'].map(past).join()} where state <= 'active'`,
      [minutes],
    )
  await letPass()
  await query(`update pgboss.queue set ${past('monitor_on')}, ${past('monitor_claim_on')}`, [minutes])
  const boss = new PgBoss({ db: { executeSql: query }, supervise: false, schedule: false, migrate: false })
  await boss.start()
  // What was left behind is to be tried again, after a pause.
  await boss.supervise()
  await letPass()
  await boss.stop({ close: false })
}

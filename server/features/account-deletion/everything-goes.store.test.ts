import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { accountDeletionLimits } from '#contract/account-deletion/account-deletion-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import type { Database } from '#server/db/connection/database.ts'
import { createPositionRemovalsStore } from '#server/features/history/position-removals.store.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { hooks } from '#server/hooks.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { registers } from '#server/registers.ts'
import { deletionRound, registerDeletionEmails, workOffDeletions } from './account-deletion.jobs.ts'
import { createAccountDeletionService } from './account-deletion.service.ts'
import { createAccountDeletionStore } from './account-deletion.store.ts'
import { createDeletionEmailsStore } from './deletion-emails.store.ts'
import { createAccountRemovalStore } from './account-removal.store.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import { createDeletionReceiptsStore } from './deletion-receipts.store.ts'
import * as person from './testing/marked-person.ts'

const begin = '2026-11-21T12:00:00Z'

/** Tables that need no row of the person before the deletion, and why. */
const withoutRow: Readonly<Record<string, string>> = {
  account_deletion_receipts: 'The deletion itself makes it.',
  position_removals: 'The deletion itself makes it.',
}

describeOnBothDatabases('after the deletion of an account', (database, { query, embedded }) => {
  beforeEach(async () => {
    await sql`drop schema if exists pgboss cascade`.execute(database)
  })

  test('no row, job, or log line names the person, in whatever table there is', async () => {
    const clock = clockAt(begin)
    const { log, lines } = listeningLog()
    const jobs = createJobs({ query, embedded, workHere: false, log, metrics: createMetrics() })
    jobs.every(deletionRound, '0 0 1 1 *', async () => undefined)
    await jobs.start()
    await person.putMarkedPerson(database, clock.now())
    await putJobs(database)
    const rowsBefore = await dump(database)
    for (const table of personalTables) {
      expect({ table, hasRow: rowsBefore.some((row) => row.table === table && hasPerson(row.text)) }).toEqual({
        table,
        hasRow: true,
      })
    }
    expect(rowsBefore.filter(({ table, text }) => table.startsWith('job') && isMarked(text)).length).toBeGreaterThan(3)

    const { service, round, mailer } = build({ database, clock, jobs, log })
    const user = { id: person.markedUser, email: person.markedEmail, createdAt: begin }
    const caller = { kind: 'user' as const, sessionId: person.markedSession, confirmedAt: clock.now() }
    const signedIn = { ...caller, user: { ...user, emailVerified: true, imeiVerified: true, demo: false } }
    await service.ask(signedIn, true)
    await round()
    await service.confirm(mailer.tokenOf(/bestätigen/), true)
    await round()
    clock.advance(accountDeletionLimits.graceDays * dayMs)
    await round()
    await jobs.stop()

    expect(mailer.subjects()).toEqual([
      'Bitte bestätigen Sie die Löschung Ihres Kontos',
      'Ihr Konto wird in 14 Tagen gelöscht',
      'Ihr Konto ist gelöscht',
    ])
    expect((await dump(database)).filter(({ text }) => isMarked(text))).toEqual([])
    expect(lines.filter(isMarked)).toEqual([])
    // The hardware was sold: it is in the inventory, and nowhere else.
    const withImei = (await dump(database)).filter(({ text }) => text.includes(person.imei))
    expect(withImei.map(({ table }) => table)).toEqual(['device_inventory'])
    const { rows: sold } = await sql`
      select last_active_at, released_at from device_inventory where imei = ${person.imei}`.execute(database)
    expect(sold).toEqual([{ last_active_at: null, released_at: clock.now() }])
    const licence = await database.selectFrom('licences').select('user_id').where('id', '=', 'licence-471').execute()
    expect(licence).toEqual([{ user_id: null }])
  })
})

/** Every table but those of which its register says why nobody is known by them. */
const personalTables = registers
  .flatMap(({ tables }) => Object.entries(tables))
  .flatMap(([name, { impersonal }]) => (impersonal === null && !(name in withoutRow) ? [name] : []))

/** Every row of every schema but the database's own, as text. */
async function dump(database: Database): Promise<{ table: string; text: string }[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'm') and not relispartition
      and nspname not in ('pg_catalog', 'information_schema') and relname <> 'spatial_ref_sys'`.execute(database)
  const rows: { table: string; text: string }[] = []
  for (const { schema, name } of tables) {
    const found = await sql<{ text: string }>`
      select t::text as text from ${sql.id(schema, name)} t`.execute(database)
    rows.push(...found.rows.map(({ text }) => ({ table: name, text })))
  }
  return rows
}

/** The inventory names the hardware, and with it, while it is registered, its owner. */
const hasPerson = (text: string) => isMarked(text) || text.includes(person.imei)

function isMarked(text: string): boolean {
  return person.marks.some((mark) => text.toLowerCase().includes(mark))
}

/** Work for later, as features queue it; and what failures of it said. */
async function putJobs(database: Database): Promise<void> {
  const data = [
    { userId: person.markedUser },
    { email: person.markedEmail.toUpperCase() },
    { deviceId: person.markedDevice, email: 'other@example.org' },
    { userId: 'other', newEmail: person.markedEmail },
  ]
  for (const each of data) {
    await sql`insert into pgboss.job (name, data) values (${deletionRound.name}, ${JSON.stringify(each)}::jsonb)`.execute(
      database,
    )
  }
  const output = JSON.stringify({ message: `550 no such user <${person.markedEmail}>` })
  await sql`
    insert into pgboss.job (name, data, output, state)
    values (${deletionRound.name}, '{}', ${output}::jsonb, 'failed')`.execute(database)
}

function listeningLog(): { log: Logger; lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }), lines }
}

function build({
  database,
  clock,
  jobs,
  log,
}: {
  database: Database
  clock: ReturnType<typeof clockAt>
  jobs: ReturnType<typeof createJobs>
  log: Logger
}) {
  let ids = 0
  const newId = () => `new-${(ids += 1)}`
  const sent: { subject: string; text: string }[] = []
  const store = createAccountDeletionStore(database, hooks)
  const emails = createDeletionEmailsStore(database)
  const { messages, send } = createTestMessages(database, {
    mailer: { send: async (_to, { subject, text }) => void sent.push({ subject, text }) },
    pusher: { send: async () => 'TAKEN' },
    clock,
  })
  const parts = {
    emails,
    removals: createAccountRemovalStore(database, hooks),
    positions: createPositionRemovalsStore(database, hooks),
    receipts: createDeletionReceiptsStore(database),
    jobs,
    messages,
    clock,
    newId,
    log,
  }
  const linkTo = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`
  registerDeletionEmails({ emails, messages, clock, linkTo })
  return {
    service: createAccountDeletionService({ store, clock, messages, newId }),
    async round() {
      await workOffDeletions(parts)
      await send()
    },
    mailer: {
      subjects: () => sent.map(({ subject }) => subject),
      tokenOf: (subject: RegExp) => {
        const email = sent.findLast((each) => subject.test(each.subject))
        return /token=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? ''
      },
    },
  }
}

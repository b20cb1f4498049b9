import { type Kysely, sql } from 'kysely'

/** What the fixes of a parked vehicle have shown, and what an alarm about a movement was recognised by. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alarm_guards add column parked jsonb`.execute(db)
  await sql`
    alter table alarms add column evidence text constraint alarms_evidence_check check (
      evidence in ('FAR', 'LAST_SEEN_AWAY', 'LEADS_AWAY', 'STANDS_ELSEWHERE', 'STAYS_AWAY', 'DRIVES', 'STIRRED'))`.execute(
    db,
  )
}

import { type Kysely, sql } from 'kysely'

/**
 * When each process of the product last gave a sign of life, and the migrations beside which processes of the version before
 * go on (`server/db/tolerated-migrations.ts`).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table process_signs (
      process_id text primary key,
      roles text[] not null,
      version text not null,
      seen_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table tolerated_migrations (
      name text primary key,
      since text not null
    )`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * When the owner of a tracked device was asked to consent to a new text, and whether the e-mail about it is still to go.
 * The demo world is built again and again, its consents with it: nobody gave them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table tracking_settings
      add column consent_asked_at timestamptz,
      add column consent_renewal_email_pending boolean not null default false`.execute(db)
  await sql`
    create or replace function keep_consents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not exists (select from users where id = old.user_id and not demo) then return old; end if;
      raise exception 'consents are only added';
    end $$`.execute(db)
}

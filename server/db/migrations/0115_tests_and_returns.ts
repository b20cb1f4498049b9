import { type Kysely, sql } from 'kysely'

/**
 * When an owner first had a test alarm sent, and since when e-mails about alarms come back from an address, leave the rows of
 * devices and accounts, which alarms do not write. A version before goes on with the columns: triggers keep both alike. Nobody
 * else reads them any more.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table alarm_tests (
      device_id text primary key references devices on delete cascade,
      tested_at timestamptz not null
    )`.execute(db)
  await sql`
    insert into alarm_tests select id, alarm_tested_at from devices where alarm_tested_at is not null`.execute(db)
  await sql`
    create trigger alarm_test_told after insert on alarm_tests for each row execute function tell_of_row('device')`.execute(
    db,
  )
  await sql`
    create function alarm_test_of_device() returns trigger language plpgsql as $$
    begin
      insert into alarm_tests values (new.id, new.alarm_tested_at) on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger alarm_test_of_device after insert or update of alarm_tested_at on devices
    for each row when (new.alarm_tested_at is not null) execute function alarm_test_of_device()`.execute(db)
  await sql`
    create function alarm_test_to_device() returns trigger language plpgsql as $$
    begin
      update devices set alarm_tested_at = new.tested_at where id = new.device_id and alarm_tested_at is null;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger alarm_test_to_device after insert on alarm_tests
    for each row execute function alarm_test_to_device()`.execute(db)

  await sql`
    create table alarm_email_returns (
      user_id text primary key references users on delete cascade,
      returned_at timestamptz not null
    )`.execute(db)
  await sql`
    insert into alarm_email_returns select id, email_returned_at from users where email_returned_at is not null`.execute(
    db,
  )
  await sql`
    create function email_return_of_user() returns trigger language plpgsql as $$
    begin
      if new.email_returned_at is null then
        delete from alarm_email_returns where user_id = new.id;
      else
        insert into alarm_email_returns as known values (new.id, new.email_returned_at)
        on conflict (user_id) do update set returned_at = excluded.returned_at
        where known.returned_at <> excluded.returned_at;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger email_return_of_user after update of email_returned_at on users
    for each row when (new.email_returned_at is distinct from old.email_returned_at)
    execute function email_return_of_user()`.execute(db)
  await sql`
    create function email_return_to_user() returns trigger language plpgsql as $$
    begin
      update users set email_returned_at = new.returned_at
      where id = coalesce(new.user_id, old.user_id) and email_returned_at is distinct from new.returned_at;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger email_return_to_user after insert or update or delete on alarm_email_returns
    for each row execute function email_return_to_user()`.execute(db)
}

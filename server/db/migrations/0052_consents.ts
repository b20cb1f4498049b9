import { type Kysely, sql } from 'kysely'

/** The sentence that was asked until now, for whatever mode was chosen: the first version of both purposes. */
const asked = 'Ich willige ein, dass die Positionen dieses Geräts im gewählten Modus bis zu 14 Tage gespeichert werden.'

/**
 * Who consented to what, and to which text (GDPR, article 7 (1)). The proof outlives its device, so it refers to none. It
 * goes with the account, and before that nothing in it can be changed or deleted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table consents (
      id bigint generated always as identity primary key,
      user_id text not null references users on delete cascade,
      device_id text,
      device_name text,
      purpose text not null
        check (purpose in ('theft-alarm', 'movement-profile', 'police-folder', 'sharing', 'reports')),
      version integer not null check (version > 0),
      text_hash bytea not null check (length(text_hash) = 32),
      given boolean not null,
      actor text not null check (actor in ('owner', 'support', 'product')),
      at timestamptz not null,
      check ((device_id is null) = (device_name is null))
    )`.execute(db)
  await sql`create index consents_user on consents (user_id, id)`.execute(db)
  await sql`create index consents_device on consents (device_id, id)`.execute(db)
  await carryOver(db)
  await sql`
    create function keep_consents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not exists (select from users where id = old.user_id) then return old; end if;
      raise exception 'consents are only added';
    end $$`.execute(db)
  await sql`
    create trigger consents_kept before update or delete on consents
    for each row execute function keep_consents()`.execute(db)
}

/**
 * What devices are tracked with until now. Where nobody knows when consent was given, the entry says that the product wrote
 * it, and when.
 */
export async function carryOver<T>(db: Kysely<T>): Promise<void> {
  await sql`
    insert into consents (user_id, device_id, device_name, purpose, version, text_hash, given, actor, at)
    select devices.user_id, devices.id, devices.name, said.purpose, 1, sha256(convert_to(${asked}, 'UTF8')), said.given,
      case when said.at is null then 'product' else 'owner' end, coalesce(said.at, now())
    from tracking_settings settings
    join devices on devices.id = settings.device_id
    cross join lateral (
      select purpose, given, at
      from unnest(case settings.mode
        when 'THEFT' then array['theft-alarm']
        when 'MOVEMENT' then array['movement-profile']
        else array['theft-alarm', 'movement-profile'] end) as purpose
      cross join lateral (
        select false as given, consent_withdrawn_at as at where consent_withdrawn_at is not null
        union all
        select true, consent_at where consent_given
      ) as said_of_all
    ) as said
    order by said.at nulls last, said.given, devices.id, said.purpose`.execute(db)
}

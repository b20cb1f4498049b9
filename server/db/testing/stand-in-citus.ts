import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'

/**
 * Puts into a PostgreSQL what the product asks and tells Citus, by the same names, in a schema of its own that sessions opened from
 * now on look through. It notes what was distributed, and refuses what Citus refuses; positions stay where they are. How several
 * servers behave it cannot show.
 */
export async function standInForCitus(database: Database): Promise<void> {
  await sql`
    create schema stand_in;
    create table stand_in.pg_dist_node (nodename text, nodeport integer, groupid integer, isactive boolean, noderole text);
    create table stand_in.pg_dist_partition (logicalrelid regclass, partmethod "char");
    create table stand_in.pg_dist_shard (logicalrelid regclass, shardid bigint generated always as identity, place integer);

    create function stand_in.create_distributed_table_concurrently(distributed regclass, of_column text, shard_count integer)
    returns void language plpgsql as $$
    begin
      if exists (select from pg_trigger where tgrelid = distributed and not tgisinternal) then
        raise 'cannot distribute relation "%" because it has triggers', distributed;
      end if;
      if not exists (select from pg_inherits where inhparent = distributed) then
        raise 'Could not find publication matching a split';
      end if;
      insert into stand_in.pg_dist_partition select distributed, 'h'
        union all select inhrelid, 'h' from pg_inherits where inhparent = distributed;
      insert into stand_in.pg_dist_shard (logicalrelid, place)
        select part, place from (
          select distributed union all select inhrelid::regclass from pg_inherits where inhparent = distributed
        ) as parts (part), generate_series(1, shard_count) as place;
    end $$;

    create function stand_in.undistribute_table(distributed regclass) returns void language sql as $$
      delete from stand_in.pg_dist_partition;
      delete from stand_in.pg_dist_shard;
    $$;

    create view stand_in.shards_on_nodes as
      select logicalrelid, shardid, place, node.*
      from stand_in.pg_dist_shard, lateral (
        select *, row_number() over (order by nodename) - 1 as turn, count(*) over () as nodes
        from stand_in.pg_dist_node where groupid > 0
      ) as node
      where place % nodes = turn;
    create view stand_in.citus_shards as
      select logicalrelid as table_name, shardid, nodename, nodeport, 1000::bigint as shard_size
      from stand_in.shards_on_nodes;
    create view stand_in.pg_dist_placement as select shardid, groupid from stand_in.shards_on_nodes;

    create function stand_in.get_shard_id_for_distribution_column(distributed regclass, value text)
    returns bigint language sql as $$
      select shardid from stand_in.pg_dist_shard where logicalrelid = distributed
        order by hashtext(value || place::text) limit 1;
    $$;

    -- It waits for a server for as long as somebody silences it (silence).
    create function stand_in.citus_check_connection_to_node(name text, port integer)
    returns boolean language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtext(name));
      return true;
    end $$`.execute(database)
  await sql`
    do $$ begin execute format('alter database %I set search_path = public, stand_in', current_database()); end $$`.execute(
    database,
  )
  await sql`
    set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      select 999999, 'citus', 10, oid, false, '13.2-1' from pg_namespace where nspname = 'stand_in';
    reset allow_system_table_mods`.execute(database)
}

export async function addNode(database: Database, name: string, groupId: number): Promise<void> {
  await sql`insert into stand_in.pg_dist_node values (${name}, 5432, ${groupId}, true, 'primary')`.execute(database)
}

/** A statement that needs a server, and waits while it is silent. */
export const needing = (name: string) => sql`select pg_advisory_xact_lock_shared(hashtext(${name}))`

/** Silences a server until the returned function is called. */
export async function silence(database: Database, name: string): Promise<() => Promise<void>> {
  const over = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const silent = database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction)
    begun.resolve(undefined)
    await over.promise
  })
  await begun.promise
  return async () => {
    over.resolve(undefined)
    await silent
  }
}

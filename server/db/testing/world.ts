import pg from 'pg'

/** What is in each table that was written to, by its name. */
export type Look = ReadonlyMap<string, string>

/** Tables with an id that the database assigns, at which no look is taken. */
const numbered: readonly string[] = [
  'activities',
  'attempts',
  'consents',
  'dossier_changes',
  'position_removals',
  'support_actions',
]

/**
 * A copy of all tables as they are at the beginning, in a schema of its own, from which they are restored. Triggers note
 * which ones were written to: the others, most of them, need no restoring. Restoring and looking happen tens of thousands of
 * times, so they are functions of the database, whose statements it plans once.
 */
export function createWorld(url: string) {
  // Without foreign keys and triggers. A session that changes that forgets its plans.
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c session_replication_role=replica' })
  let beginning: Look = new Map()
  async function look(): Promise<Look> {
    const { rows } = await pool.query<{ name: string; rows: string }>({ name: 'look', text: 'table remembered.look' })
    return new Map(rows.map((row) => [row.name, row.rows]))
  }
  const noteAllWritten = async () => void (await pool.query('select remembered.note_all_written()'))
  return {
    /** Remembers the tables as they are now. */
    async remember() {
      const found = await pool.query<{ name: string }>(`
        select relname as name from pg_class where relnamespace = 'public'::regnamespace
          and relkind in ('r', 'p') and not relispartition
          and relname not like 'kysely%' and relname <> 'spatial_ref_sys'`)
      const partitions = await pool.query<{ day: string }>(`
        select format('create table if not exists %s partition of positions %s', oid::regclass,
          pg_get_expr(relpartbound, oid)) as day
        from pg_class where relispartition and relkind = 'r'`)
      const sequences = await pool.query<{ counter: string }>(`
        select format('perform setval(%L, %s)', schemaname || '.' || sequencename, last_value) as counter
        from pg_sequences where schemaname = 'public' and last_value is not null`)
      const tables = found.rows.map(({ name }) => name)
      const days = partitions.rows.map(({ day }) => day)
      const counters = sequences.rows.map(({ counter }) => counter)
      await pool.query([notes, ...tables.map(ofTable), ofAll(tables, days, counters)].join(';'))
      await noteAllWritten()
      beginning = await look()
    },
    /** For what is written without triggers. */
    noteAllWritten,
    async restore() {
      await pool.query({ name: 'restore', text: 'select remembered.restore()' })
    },
    look,
    /** The tables in which two looks differ; a table that one of them did not look at is as it was at the beginning. */
    differing(one: Look, other: Look): string[] {
      const rowsIn = (taken: Look, table: string) => taken.get(table) ?? beginning.get(table)
      return [...new Set([...one.keys(), ...other.keys()])].flatMap((table) =>
        rowsIn(one, table) === rowsIn(other, table) ? [] : [`lost in ${table}`],
      )
    },
    async forget() {
      await pool.query('drop schema if exists remembered cascade')
      await pool.end()
    },
  }
}

/** What is noted of the tables: the written ones, and the partitions of positions, as dropping one calls no trigger. */
const notes = `
  drop schema if exists remembered cascade;
  create schema remembered;
  create table remembered.written_tables (name text);
  create view remembered.partitions as
    select array_agg(inhrelid order by inhrelid) as ids from pg_inherits
    where inhparent = 'public.positions'::regclass;
  create table remembered.known_partitions as table remembered.partitions;
  create view remembered.written as
    select name from remembered.written_tables
    union
    select 'positions' where (table remembered.partitions) is distinct from (table remembered.known_partitions);
  create function remembered.note_written() returns trigger language plpgsql as $$
  begin
    insert into remembered.written_tables values (tg_table_name);
    return null;
  end $$`

function ofTable(table: string): string {
  const row = `(to_jsonb(a_row) - '${numbered.includes(table) ? 'id' : ''}' - 'stored_order')::text`
  return `
    create table remembered.${table} as table public.${table};
    create function remembered.restore_${table}() returns void language plpgsql as $$
    begin
      delete from public.${table};
      insert into public.${table} overriding system value table remembered.${table};
    end $$;
    create function remembered.look_at_${table}() returns text language plpgsql as $$
    begin
      return (select coalesce(string_agg(${row}, ',' order by ${row}), '') from public.${table} as a_row);
    end $$;
    create trigger note_written after insert or update or delete or truncate on public.${table}
      for each statement execute function remembered.note_written()`
}

function ofAll(tables: readonly string[], days: readonly string[], counters: readonly string[]): string {
  return `
    create function remembered.note_all_written() returns void language sql as $$
      insert into remembered.written_tables values ${tables.map((table) => `('${table}')`).join(', ')}
    $$;
    create function remembered.restore() returns void language plpgsql as $$
    declare written name;
    begin
      ${counters.map((counter) => `${counter};`).join('')}
      if (table remembered.partitions) is distinct from (table remembered.known_partitions) then
        insert into remembered.written_tables values ('positions');
        perform set_config('client_min_messages', 'error', true);
        ${days.map((day) => `${day};`).join('')}
        update remembered.known_partitions set ids = (table remembered.partitions);
      end if;
      for written in select distinct name from remembered.written_tables loop
        execute format('select remembered.restore_%s()', written);
      end loop;
      delete from remembered.written_tables;
    end $$;
    create function remembered.look_at(a_table text) returns text language plpgsql as $$
    declare rows text;
    begin
      execute format('select remembered.look_at_%s()', a_table) into rows;
      return rows;
    end $$;
    create view remembered.look as
      select name, remembered.look_at(name) as rows from remembered.written where name <> 'poi_versions'`
}

import { type ColumnType, type Generated, type GeneratedAlways, type RawBuilder, sql } from 'kysely'
import type { DeletedKind } from '#contract/account-deletion/account-deletion.ts'
import type { DataRecord } from './data-records.ts'

/*
 * A feature says once what it keeps (`<feature>.tables.ts`): its tables and columns, what each is to people, and why and how
 * long it is kept. From these registers (`server/registers.ts`) come Kysely's types, the comments on tables and columns, the
 * privacy page, docs/data-protection.md, the export of an account, the figures of its deletion and what is deleted at night.
 */

/** What a column holds, as PostgreSQL calls it. `geometry` stands for all shapes. */
export type Kind =
  | 'text'
  | 'integer'
  | 'smallint'
  | 'bigint'
  | 'real'
  | 'double precision'
  | 'boolean'
  | 'timestamp with time zone'
  | 'bytea'
  | 'json'
  | 'jsonb'
  | 'text[]'
  | 'smallint[]'
  | 'date[]'
  | 'geometry'

/** A field of the export. */
export interface Field {
  /** Its German heading. */
  title: string
  /** Its name in the export; absent: the column's in camel case. */
  as?: string
  /** A value made of the column, and what that is; absent: the column itself. */
  by?: RawBuilder<unknown>
  kind?: Kind
}

interface Facts {
  kind: Kind
  isNullable: boolean
}

declare const value: unique symbol

/** A column of which is said what people see of it in an export. */
export interface Column<Value = unknown> extends Facts {
  readonly [value]?: Value
  /** Empty: it is in no export. */
  fields: readonly Field[]
  /** Why it is in no export. */
  leftOut: string | null
}

/** A column of which that is not said: a table with a part in the export takes none. */
export interface OpenColumn<Value = unknown> extends Facts {
  readonly [value]?: Value
  orNull: OpenColumn<OrNull<Value>>
  /** The database fills it in, if nothing is given. */
  byDefault: OpenColumn<ByDefault<Value>>
  /** It is written once. */
  fixed: OpenColumn<ColumnType<Value, Value, never>>
  /** In the export, under this German heading. */
  is(title: string, how?: Omit<Field, 'title'>): Column<Value>
  /** In the export, as several fields. */
  isMadeInto(...fields: readonly Field[]): Column<Value>
  /** In no export, for this German reason. */
  not(reason: string): Column<Value>
}

type OrNull<Value> = [Value] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<Read | null, Inserted | null, Updated | null>
  : Value | null

type ByDefault<Value> = [Value] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<Read, Inserted | undefined, Updated>
  : Generated<Value>

function open<Value>(kind: Kind, isNullable = false): OpenColumn<Value> {
  const facts = { kind, isNullable }
  return {
    ...facts,
    get orNull() {
      return open<OrNull<Value>>(kind, true)
    },
    get byDefault() {
      return open<ByDefault<Value>>(kind, isNullable)
    },
    get fixed() {
      return open<ColumnType<Value, Value, never>>(kind, isNullable)
    },
    is: (title, how = {}) => ({ ...facts, fields: [{ title, ...how }], leftOut: null }),
    isMadeInto: (...fields) => ({ ...facts, fields, leftOut: null }),
    not: (reason) => ({ ...facts, fields: [], leftOut: reason }),
  }
}

export const text = <Value = string>() => open<Value>('text')
export const instant = () => open<Date>('timestamp with time zone')
export const flag = () => open<boolean>('boolean')
export const integer = <Value = number>() => open<Value>('integer')
export const smallint = <Value = number>() => open<Value>('smallint')
/** As the driver reads it: too large for a number. */
export const bigint = <Value = string>() => open<Value>('bigint')
/** Counted by the database itself. */
export const numbered = () => open<GeneratedAlways<string>>('bigint')
export const real = () => open<number>('real')
export const float = () => open<number>('double precision')
export const bytes = () => open<Buffer>('bytea')
export const texts = <Value = string>() => open<Value[]>('text[]')
export const dates = () => open<string[]>('date[]')
export const smallints = () => open<number[]>('smallint[]')
/** Written as text, read as what it says. */
export const json = <Value = unknown>(kind: 'json' | 'jsonb') => open<ColumnType<Value, string, string>>(kind)

declare const geometryValue: unique symbol
/** What a `geometry` column holds: made by SQL expressions (`sql<GeometryValue>`) and read by SQL functions only. */
export interface GeometryValue {
  readonly [geometryValue]: true
}
export const geometry = () => open<ColumnType<GeometryValue, GeometryValue, GeometryValue>>('geometry')

export const reasons = {
  account: 'das Konto selbst',
  hash: 'Prüfwert eines Geheimnisses',
  secret: 'geheim: nie in einem Export',
  inner: 'innere Buchführung ohne Aussage über die Person',
} as const
export const owner = text().not(reasons.account)
export const ownerOrNobody = text().orNull.not(reasons.account)

/** What an export says of a column that is named `place`. */
export const latitudeAndLongitude: readonly Field[] = [
  { title: 'Breite', as: 'latitude', kind: 'double precision', by: sql`st_y(place)` },
  { title: 'Länge', as: 'longitude', kind: 'double precision', by: sql`st_x(place)` },
]

/** Which rows of a table belong to an account. */
export type Whose = (userId: string) => RawBuilder<boolean>
export const theirs: Whose = (userId) => sql`user_id = ${userId}`
export const ofTheirDevices: Whose = (userId) => sql`device_id in (select id from devices where user_id = ${userId})`
export const ofTheirAlarms: Whose = (userId) => sql`
  alarm_id in (select alarms.id from alarms join devices on devices.id = device_id where user_id = ${userId})`

/** A part of the export: the rows of a table that belong to an account. */
interface Part<Name extends string> {
  /** Its heading. */
  part: string
  /** Its name in the export; absent: the table's in camel case. */
  as?: string
  whose: Whose
  /** Columns that tell its rows apart, in the order in which they are written; null where all rows become one. */
  order: readonly Name[] | null
  /** As what its rows are counted, when the account is to be deleted. */
  counted?: DeletedKind
}

/** Rows that are deleted at night: those that are older than so many days, those of which something is true, or both. */
export type Over<Name extends string = string> =
  | { days: number; by: Name; only?: RawBuilder<boolean> }
  | { days?: never; only: RawBuilder<boolean> }

interface Kept<Name extends string> {
  /** How long its rows are kept; absent: nothing is deleted because it is old. */
  kept?: Over<Name> | readonly Over<Name>[]
}

interface Impersonal {
  /** Why nobody is known by what is in it, as a German sentence. */
  impersonal: string
}

/** Personal data that no part of the export is read from. */
interface Unread {
  /** Why, in German. */
  leftOut: string
}

export interface Table {
  part: Part<string> | null
  /** Why no part is read from it; null where one is, or nobody is known by it. */
  leftOut: string | null
  impersonal: string | null
  /** Which of its rows are over. */
  over: readonly Over[]
  columns: Readonly<Record<string, Facts & { fields?: readonly Field[]; leftOut?: string | null }>>
  /** A view: it shows these columns of the rows of a table, and none of them is required. */
  isView: boolean
}

type Columns = Readonly<Record<string, Column>>
type OpenColumns = Readonly<Record<string, Column | OpenColumn>>
type TableOf<Own> = Omit<Table, 'columns'> & { columns: Own }

/** A table that the export has a part of; each of its columns is decided. */
export function table<const Own extends Columns>(
  about: Part<keyof NoInfer<Own> & string> & Kept<keyof NoInfer<Own> & string> & Partial<Impersonal>,
  columns: Own,
): TableOf<Own>
/** A table that the export has no part of. */
export function table<const Own extends OpenColumns>(
  about: (Impersonal | Unread) & Kept<keyof NoInfer<Own> & string>,
  columns: Own,
): TableOf<Own>
export function table<const Own extends OpenColumns>(
  about: ((Part<string> & Partial<Impersonal>) | Impersonal | Unread) & Kept<string>,
  columns: Own,
): TableOf<Own> {
  return {
    part: 'part' in about ? about : null,
    leftOut: 'leftOut' in about ? about.leftOut : null,
    impersonal: 'impersonal' in about ? (about.impersonal ?? null) : null,
    over: [about.kept ?? []].flat(),
    columns,
    isView: false,
  }
}

/** The columns of a table that a view of its shown rows has. */
export function view<const Own extends OpenColumns, const Absent extends keyof Own & string>(
  of: TableOf<Own>,
  absent: readonly Absent[],
): TableOf<Omit<Own, Absent>> {
  const names: readonly string[] = absent
  const columns = Object.fromEntries(Object.entries(of.columns).filter(([name]) => !names.includes(name)))
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- entries lose the names that the type still knows.
  return { ...of, part: null, over: [], isView: true, columns: columns as Omit<Own, Absent> }
}

export interface Register<Own extends Readonly<Record<string, Table>> = Readonly<Record<string, Table>>> {
  /** Null where nobody is known by any of its tables. */
  about: DataRecord | null
  tables: Own
}

/** What a feature keeps for one purpose. */
export function register<const Own extends Readonly<Record<string, Table>>>(
  about: DataRecord | null,
  tables: Own,
): Register<Own> {
  return { about, tables }
}

type ValueOf<Own> = Own extends { readonly [value]?: infer Value } ? Value : never

/** Kysely's types of a register's tables. */
export type Rows<Of extends Register> = {
  -readonly [Name in keyof Of['tables']]: {
    -readonly [Key in keyof Of['tables'][Name]['columns']]: ValueOf<Of['tables'][Name]['columns'][Key]>
  }
}

/** A row as a left join reads it: all null where there is none. */
export type Joined<Row> = { [Name in keyof Row]: Row[Name] | null }

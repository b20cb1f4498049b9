import type { ColumnType } from 'kysely'

declare const geometry: unique symbol
/** What a `geometry` column holds: made by SQL expressions (`sql<GeometryValue>`) and read by SQL functions only. */
export interface GeometryValue {
  readonly [geometry]: true
}
export type Geometry = ColumnType<GeometryValue, GeometryValue, GeometryValue>
/** Written as text, read as what it says. */
export type Json<T> = ColumnType<T, string, string>

/** A row as a left join reads it: all null where there is none. */
export type Joined<Row> = { [Name in keyof Row]: Row[Name] | null }

import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Field, Kind, Table } from '#server/db/schema/register.ts'
import { registers } from '#server/registers.ts'

/*
 * What is in `daten.json` of an account's export, from the registers of the features. `schema.json` beside it is made from
 * this, and so are the tables of the readable page: the titles are their headings.
 */

export interface ExportedField {
  name: string
  title: string
  schema: z.ZodMiniType
}

/** A part that is read from a table. */
export interface ExportedTable extends Pick<NonNullable<Table['part']>, 'whose' | 'order'> {
  table: string
  /** What is read under which name. */
  values: readonly { name: string; by: RawBuilder<unknown> }[]
}

/** Rows of one kind. */
export interface ExportedPart {
  name: string
  title: string
  fields: readonly ExportedField[]
  /** Null where the export makes the rows itself. */
  read: ExportedTable | null
}

const string = () => z.string()
const several = () => z.array(z.string())
/** As it is stored, with its own names. */
const whole = () => z.record(z.string(), z.unknown())

/** What becomes of a column in JSON. A value must be made of the others. */
const schemas: Readonly<Partial<Record<Kind, () => z.ZodMiniType>>> = {
  text: () => z.nullable(z.string()),
  integer: () => z.nullable(z.number()),
  smallint: () => z.nullable(z.number()),
  real: () => z.nullable(z.number()),
  'double precision': () => z.nullable(z.number()),
  boolean: () => z.nullable(z.boolean()),
  /** UTC. */
  'timestamp with time zone': () => z.nullable(z.iso.datetime()),
  'text[]': several,
  json: whole,
  jsonb: whole,
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const titled = (name: string, title: string, schema: z.ZodMiniType): ExportedField => ({
  name,
  title,
  schema: schema.check(z.meta({ title })),
})

/** The positions are files of their own: this lists them. */
const tracks: ExportedPart = {
  name: 'tracks',
  title: 'Positionen',
  read: null,
  fields: [
    titled('deviceId', 'Gerät', z.string()),
    titled('file', 'Datei', z.nullable(z.string())),
    titled('positions', 'Anzahl', z.number()),
    titled('from', 'Von', z.nullable(z.iso.datetime())),
    titled('to', 'Bis', z.nullable(z.iso.datetime())),
  ],
}

function partOf(table: string, { part, columns }: Table): ExportedPart[] {
  if (table === 'positions') return [tracks]
  if (part === null) return []
  const { title, as = camel(table), whose, order } = { ...part, title: part.part }
  const fields = Object.entries(columns).flatMap(([column, { fields = [], kind, isNullable }]) =>
    fields.map((field) => {
      const name = field.as ?? camel(column)
      const isAlways = order === null ? field.kind === 'integer' : !isNullable && /^id$|Id$/.test(name)
      return { name, field, column, schema: schemaOf(field.kind ?? kind, isAlways) }
    }),
  )
  return [
    {
      name: as,
      title,
      fields: fields.map(({ name, field, schema }) => titled(name, field.title, schema)),
      read: {
        table,
        whose,
        order,
        values: fields.map(({ name, field, column }) => ({ name, by: valueOf(field, column) })),
      },
    },
  ]
}

const valueOf = ({ by }: Field, column: string) => by ?? sql.ref(column)

/** @param isAlways whether it is in every row: ids and counts. Everything else may be missing, such as a place in a zone. */
function schemaOf(kind: Kind, isAlways: boolean): z.ZodMiniType {
  if (isAlways) return kind === 'integer' ? z.number() : string()
  const schema = schemas[kind]?.()
  if (schema === undefined) throw new Error(`no column of the type ${kind} is exported as it is`)
  return schema
}

/** In the order of the privacy page. */
export const exportedParts: readonly ExportedPart[] = registers.flatMap(({ tables }) =>
  Object.entries(tables).flatMap(([name, table]) => partOf(name, table)),
)

const rowsOf = ({ title, fields }: ExportedPart) =>
  z.array(z.strictObject(Object.fromEntries(fields.map(({ name, schema }) => [name, schema])))).check(z.meta({ title }))

export const dataExportFile = z
  .strictObject({
    product: z.literal('Wegwarte'),
    version: z.literal(1),
    createdAt: z.iso.datetime(),
    ...Object.fromEntries(exportedParts.map((part) => [part.name, rowsOf(part)])),
  })
  .check(z.meta({ title: 'Alles, was Wegwarte zu einem Konto gespeichert hat' }))

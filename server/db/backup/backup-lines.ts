import * as z from 'zod'
import { BackupProblem, problemOfFile } from './backup-problem.ts'

/*
 * What a backup says: a line of JSON each. First what it is and which tables it has, then their rows, page by page, each
 * column as a text; last how many there were.
 */

/** The name of a table or a column, as our migrations write them. */
const name = z.string().regex(/^[a-z_][a-z\d_]*$/)
/** It becomes part of a statement, so nothing else may stand in it. */
const bound = z.string().regex(/^(DEFAULT|FOR VALUES FROM \('[\d :+.-]+'\) TO \('[\d :+.-]+'\))$/)

const backupHead = z.object({
  format: z.literal('wegwarte'),
  /** Of the product that wrote it. */
  version: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  sequences: z.array(z.object({ name, value: z.nullable(z.string().regex(/^\d+$/)) })),
  tables: z.array(
    z.object({
      name,
      columns: z.array(name),
      partitions: z.array(z.object({ name, bound })),
    }),
  ),
})
export type BackupHead = z.output<typeof backupHead>

/** A row: its columns in the order of the head. */
const page = z.object({ table: name, rows: z.array(z.array(z.nullable(z.string()))) })
export type BackupPage = z.output<typeof page>

const backupEnd = z.object({ end: z.record(name, z.int()) })

/** The rows of each table. */
export type RowCounts = Record<string, number>

/**
 * Reads the lines of a backup. Its head comes first, and each page is one of the head's tables.
 * @returns how many rows there were, as its end says, too.
 * @throws {BackupProblem} where it is not whole.
 */
export async function readBackup(
  lines: AsyncIterable<string>,
  take: { head(head: BackupHead): Promise<void>; page(page: BackupPage): Promise<void> },
): Promise<RowCounts> {
  let widths: Map<string, number> | null = null
  let counted: RowCounts | null = null
  const counts: RowCounts = {}
  for await (const line of lines) {
    const value = jsonIn(line)
    if (counted !== null) throw new BackupProblem(problemOfFile.damaged)
    if (widths === null) {
      const head = parsed(backupHead, value)
      widths = new Map(head.tables.map(({ name: table, columns }) => [table, columns.length]))
      for (const table of widths.keys()) counts[table] = 0
      await take.head(head)
    } else if (typeof value === 'object' && value !== null && 'end' in value) {
      counted = parsed(backupEnd, value).end
    } else {
      const { table, rows } = parsed(page, value)
      const width = widths.get(table)
      if (width === undefined || rows.some((row) => row.length !== width))
        throw new BackupProblem(problemOfFile.damaged)
      counts[table] = (counts[table] ?? 0) + rows.length
      await take.page({ table, rows })
    }
  }
  if (counted === null) throw new BackupProblem(problemOfFile.cut)
  const end = counted
  if (Object.entries(counts).some(([table, count]) => end[table] !== count)) {
    throw new BackupProblem(problemOfFile.damaged)
  }
  return counts
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new BackupProblem(problemOfFile.damaged)
  }
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value)
  if (!read.success) throw new BackupProblem(problemOfFile.damaged)
  return read.data
}

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { backupServerLimits } from '#contract/backup-limits.ts'
import type { Database } from '#server/db/database.ts'
import { framed, unframed } from './backup-frames.ts'
import type { RowCounts } from './backup-lines.ts'
import { BackupProblem, problemOfFile } from './backup-problem.ts'
import { readDatabase } from './read-database.ts'
import { writeWholeFile } from './whole-file.ts'
import { writeDatabase } from './write-database.ts'

/** Where a backup is, and what it is encrypted with. */
export interface BackupFile {
  path: string
  passphrase: string | null
}

/** Writes the whole database to a file that appears when it is complete. Returns its size in bytes. */
export async function backUp(database: Database, { path, passphrase }: BackupFile, now: Date): Promise<number> {
  return readDatabase(database, now, (lines) =>
    pipeline(
      lines,
      createGzip(),
      (content: AsyncIterable<Buffer>) => framed(content, passphrase),
      (bytes: AsyncIterable<Buffer>) => writeWholeFile(path, bytes),
    ),
  )
}

/**
 * Replaces what the database has by that of a file, wholly or not at all.
 * @throws {BackupProblem} where the file cannot be restored here.
 */
export function restore(database: Database, file: BackupFile): Promise<RowCounts> {
  return writeDatabase(database, () => linesOf(file))
}

async function* linesOf({ path, passphrase }: BackupFile): AsyncGenerator<string> {
  const unzipped = new PassThrough()
  const reading = pipeline(
    createReadStream(path),
    (bytes: AsyncIterable<Buffer>) => unframed(bytes, passphrase),
    createGunzip(),
    withLinesOf(backupServerLimits.lineBytes),
    unzipped,
  )
  // Whoever reads the lines gets the error, too.
  reading.catch(() => undefined)
  try {
    for await (const line of createInterface({ input: unzipped, crlfDelay: Infinity })) yield line
    await reading
  } catch (error) {
    throw isZipError(error) ? new BackupProblem(problemOfFile.damaged, { cause: error }) : error
  } finally {
    unzipped.destroy()
  }
}

/** Ends where a line is longer than any of ours: a small file can unpack to a line that no memory holds. */
function withLinesOf(mostBytes: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      const end = chunk.lastIndexOf('\n')
      bytes = end === -1 ? bytes + chunk.length : chunk.length - end - 1
      if (bytes > mostBytes) throw new BackupProblem(problemOfFile.damaged)
      yield chunk
    }
  }
}

function isZipError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

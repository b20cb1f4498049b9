import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import type { Database } from '#server/db/connection/database.ts'
import { framed, unframed } from './backup-frames.ts'
import { BackupProblem, problemOfFile } from './backup-problem.ts'
import { readDatabase } from './read-database.ts'
import { textLines } from './text-lines.ts'
import { writeWholeFile } from './whole-file.ts'
import { readWholeBackup, type Restored, writeDatabase } from './write-database.ts'

/** Where a backup is, and what it is encrypted with. */
export interface BackupFile {
  path: string
  passphrase: string | null
}

/** Writes the whole database to a file that appears when it has been read back to its end. Returns its size in bytes. */
export async function backUp(database: Database, { path, passphrase }: BackupFile, now: Date): Promise<number> {
  return readDatabase(database, now, (lines) =>
    pipeline(
      lines,
      createGzip(),
      (content: AsyncIterable<Buffer>) => framed(content, passphrase),
      (bytes: AsyncIterable<Buffer>) =>
        writeWholeFile(path, bytes, (unfinished) => readWholeBackup(linesOf({ path: unfinished, passphrase }))),
    ),
  )
}

/**
 * Replaces what the database has by that of a file, wholly or not at all.
 * @throws {BackupProblem} where the file cannot be restored here.
 */
export function restore(database: Database, file: BackupFile): Promise<Restored> {
  return writeDatabase(database, () => linesOf(file))
}

async function* linesOf({ path, passphrase }: BackupFile): AsyncGenerator<string> {
  const unzipped = new PassThrough()
  const reading = pipeline(
    createReadStream(path),
    (bytes: AsyncIterable<Buffer>) => unframed(bytes, passphrase),
    createGunzip(),
    unzipped,
  )
  // The reader of the lines gets the error, too.
  reading.catch(() => undefined)
  try {
    yield* textLines(unzipped, backupServerLimits.lineBytes)
    await reading
  } catch (error) {
    throw isZipError(error) ? new BackupProblem(problemOfFile.damaged, { cause: error }) : error
  } finally {
    unzipped.destroy()
  }
}

function isZipError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

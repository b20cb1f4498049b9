import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import { isUnfinished } from './whole-file.ts'

const { aheadMinutes, abandonedHours } = backupServerLimits

interface DatedFile {
  path: string
  /** When it was last written to. */
  at: Date
}

/** A backup has this name once it has been read back. */
const isBackup = (name: string) => name.endsWith('.backup')

async function filesIn(folder: string, isMeant: (name: string) => boolean): Promise<DatedFile[]> {
  const paths = (await readdir(folder)).filter(isMeant).map((name) => join(folder, name))
  return Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtime })))
}

/**
 * When the newest backup of a folder was written; null where there is none, or the folder cannot be read. One that is dated ahead
 * does not count: until that time it would hide that all later ones fail.
 */
export async function newestBackup(folder: string, now: Date): Promise<Date | null> {
  const backups = await filesIn(folder, isBackup).catch(() => [])
  const latest = now.getTime() + aheadMinutes * minuteMs
  return backups
    .filter(({ at }) => at.getTime() <= latest)
    .reduce<Date | null>((newest, { at }) => (newest === null || at > newest ? at : newest), null)
}

/** Returns how many were deleted. */
export async function deleteBackups(folder: string, writtenBefore: Date): Promise<number> {
  return deleteBefore(await filesIn(folder, isBackup), writtenBefore)
}

/** Those of commands that were killed: they fill the disk, and have personal data in them. Returns how many were deleted. */
export async function deleteAbandoned(folder: string, now: Date): Promise<number> {
  return deleteBefore(await filesIn(folder, isUnfinished), new Date(now.getTime() - abandonedHours * hourMs))
}

async function deleteBefore(files: readonly DatedFile[], before: Date): Promise<number> {
  const old = files.filter(({ at }) => at < before)
  for (const { path } of old) await rm(path, { force: true })
  return old.length
}

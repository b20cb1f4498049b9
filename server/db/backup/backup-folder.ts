import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The backups in a folder, with the time at which each was written. A file has this name once it has been read back. */
async function backupsIn(folder: string): Promise<{ path: string; at: Date }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.backup'))
  const paths = names.map((name) => join(folder, name))
  return Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtime })))
}

/** When the newest backup of a folder was written; null where there is none, or the folder cannot be read. */
export async function newestBackup(folder: string): Promise<Date | null> {
  const backups = await backupsIn(folder).catch(() => [])
  return backups.reduce<Date | null>((newest, { at }) => (newest === null || at > newest ? at : newest), null)
}

/** Returns how many were deleted. */
export async function deleteBackups(folder: string, writtenBefore: Date): Promise<number> {
  const old = (await backupsIn(folder)).filter(({ at }) => at < writtenBefore)
  for (const { path } of old) await rm(path, { force: true })
  return old.length
}

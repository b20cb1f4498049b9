import { randomUUID } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What is written has this after its name, and eight random digits, until it is whole. */
const unfinishedMark = '.unfertig-'
const unfinishedName = new RegExp(`\\${unfinishedMark}[\\da-f]{8}$`)

/** Whether this is the name of a file that is being written, or of one that was left when its command was killed. */
export const isUnfinished = (name: string) => unfinishedName.test(name)

/**
 * Writes a file that only this user can read. It appears under its name when all of it is on the disk, and only if there is
 * none yet; otherwise nothing is left behind.
 * @param readBack reads what is on the disk, under the name that it has until then, and fails where it is not what was meant.
 * @returns how many bytes it has.
 * @throws the error of the operating system, such as `EEXIST` and `ENOSPC`, or that of its content.
 */
export async function writeWholeFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
  readBack: (unfinished: string) => Promise<unknown>,
): Promise<number> {
  const unfinished = `${path}${unfinishedMark}${randomUUID().slice(0, 8)}`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    let bytes = 0
    for await (const piece of content) {
      await file.appendFile(piece)
      bytes += piece.length
    }
    await file.sync()
    await readBack(unfinished)
    // Unlike renaming, this never replaces another file.
    await link(unfinished, path)
    await syncFolder(dirname(path))
    return bytes
  } finally {
    await file.close()
    await rm(unfinished, { force: true })
  }
}

/** The name is on the disk, too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps it in memory. */
const inMemory = '/dev/shm'
/** The largest run of all tests needs a quarter of it. */
const neededBytes = 8 * 2 ** 30

/**
 * Where there is room in memory: each product has a database of a hundred megabytes, which a disk takes seconds to copy.
 */
function roomyFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= neededBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * From now on `tmpdir()` names a folder of this process and of those it starts. The folder is removed when this process
 * ends, however it ends: a process that fails or is killed cannot remove it itself.
 */
export function keepTemporaryFilesTogether(): void {
  const folder = mkdtempSync(join(roomyFolder(), 'wegwarte-run-'))
  // PostgreSQL, which runs as another user, has its own folder in there.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  // The shell waits for the end of its input, which is the end of this process. Ctrl-C does not reach it.
  const script = 'read -r _; rm -rf "$0"'
  spawn('sh', ['-c', script, folder], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref()
}

import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * From now on `tmpdir()` names a folder of this process and of those it starts. The folder is removed when this process
 * ends, however it ends: a process that fails or is killed cannot remove it itself.
 */
export function keepTemporaryFilesTogether(): void {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-run-'))
  // PostgreSQL, which runs as another user, has its own folder in there.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  // The shell waits for the end of its input, which is the end of this process. Ctrl-C does not reach it.
  const script = 'read -r _; rm -rf "$0"'
  spawn('sh', ['-c', script, folder], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref()
}

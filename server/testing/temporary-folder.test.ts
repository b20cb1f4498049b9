import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'

const program = `
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepTemporaryFilesTogether } from '#server/testing/temporary-folder.ts'
keepTemporaryFilesTogether()
const folder = mkdtempSync(join(tmpdir(), 'left-behind-'))
writeFileSync(join(folder, 'file'), '')
process.stdout.write(folder)
`

describe('what is left behind in the temporary folder', () => {
  test.each([
    ['has ended', 'process.stdin.once("data", () => process.exit(0))', 'end\n', undefined],
    ['has failed', 'process.stdin.once("data", () => { throw new Error("failed") })', 'fail\n', undefined],
    ['was killed', 'process.stdin.resume()', undefined, 'SIGKILL'],
  ] as const)('goes once the process that made it %s', async (_how, ending, word, signal) => {
    const source = `${program};${ending}`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const [said] = await once(child.stdout, 'data')
    const folder = String(said)
    expect(existsSync(folder)).toBe(true)
    const ended = once(child, 'exit')
    if (word !== undefined) child.stdin.write(word)
    if (signal !== undefined) child.kill(signal)
    await ended
    await expect.poll(() => existsSync(dirname(folder)), { timeout: 10_000 }).toBe(false)
  })

  test('is in one folder for this run, too', () => {
    expect(tmpdir()).toContain('wegwarte-run-')
  })
})

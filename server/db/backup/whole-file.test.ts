import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeWholeFile } from './whole-file.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'wegwarte-file-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* pieces(error?: Error): AsyncGenerator<Buffer> {
  yield Buffer.from('eins ')
  if (error !== undefined) throw error
  yield Buffer.from('zwei')
}

const nothing = async () => undefined

test('a file appears when it is complete, for this user alone', async () => {
  const path = join(folder, 'file')
  expect(await writeWholeFile(path, pieces(), nothing)).toBe(9)
  expect(readFileSync(path, 'utf8')).toBe('eins zwei')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['file'])
})

test('content that fails in the middle leaves nothing', async () => {
  await expect(writeWholeFile(join(folder, 'file'), pieces(new Error('the end')), nothing)).rejects.toThrow('the end')
  expect(readdirSync(folder)).toEqual([])
})

test('what cannot be read back does not appear', async () => {
  const path = join(folder, 'file')
  const readBack = async (unfinished: string) => {
    expect([readFileSync(unfinished, 'utf8'), readdirSync(folder).includes('file')]).toEqual(['eins zwei', false])
    throw new Error('not what was meant')
  }
  await expect(writeWholeFile(path, pieces(), readBack)).rejects.toThrow('not what was meant')
  expect(readdirSync(folder)).toEqual([])
})

test('another file of that name is not replaced', async () => {
  const path = join(folder, 'file')
  writeFileSync(path, 'yesterday')
  await expect(writeWholeFile(path, pieces(), nothing)).rejects.toMatchObject({ code: 'EEXIST' })
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['yesterday', ['file']])
})

test('a disk that is full in the middle leaves nothing', () => {
  const script = `
    import { writeWholeFile } from '#server/db/backup/whole-file.ts'
    async function* endless() { for (;;) yield Buffer.alloc(65536) }
    await writeWholeFile(process.argv.at(-1), endless(), async () => undefined).catch((error) => console.log(error.code))`
  // A limit of the shell stands for the disk. Its signal would end the process before it can tidy up.
  const shell = `trap '' XFSZ; ulimit -f 512; exec "$@"`
  const node = [process.execPath, '--input-type=module', '-e', script, join(folder, 'file')]
  const { stdout } = spawnSync('sh', ['-c', shell, 'sh', ...node], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('EFBIG')
  expect(readdirSync(folder)).toEqual([])
})

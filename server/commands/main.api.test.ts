import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimLock } from '#server/db/embedded/lock.ts'
import { command } from '#server/testing/command.ts'
import { version } from '#server/platform/version.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-command-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a command creates no database where the product has none, and says what to do', async () => {
  const nowhere = join(folder, 'nowhere')
  const { err, code } = await command(['db', 'migrate'], { DATA_DIR: nowhere })
  expect(code).toBe(1)
  expect(err).toContain(`Datenbank: eingebettet in ${nowhere}`)
  expect(err).toMatch(/liegt keine Datenbank des Produkts.*--env-file DATEI/)
  expect(existsSync(nowhere)).toBe(false)
})

test('a command beside a product that starts says so in one sentence', async () => {
  const DATA_DIR = join(folder, 'starting')
  mkdirSync(join(DATA_DIR, 'database'), { recursive: true })
  mkdirSync(join(DATA_DIR, 'socket'))
  // It has its folder, and its database does not answer yet.
  const claim = await claimLock(DATA_DIR, {
    pid: process.pid,
    purpose: 'server',
    socketFolder: join(DATA_DIR, 'socket'),
  })
  const { err, code } = await command(['jobs', 'status'], { DATA_DIR })
  if ('release' in claim) claim.release()
  const [, ...lines] = err.trim().split('\n')
  expect([code, lines]).toEqual([1, [expect.stringMatching(/^Das Produkt startet gerade/)]])
})

test('--version says the release and its commit', async () => {
  expect(await command(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
})

test('settings come from the file that --env-file names, unless the environment says otherwise', async () => {
  const file = join(folder, 'product.env')
  const [ofFile, ofEnvironment] = [join(folder, 'of-file'), join(folder, 'of-environment')]
  writeFileSync(file, `# the product's\nDATA_DIR=${ofFile}\n`)
  expect((await command(['--env-file', file, 'db', 'migrate'])).err).toContain(`eingebettet in ${ofFile}`)
  expect((await command(['db', 'migrate', '--env-file', file], { DATA_DIR: ofEnvironment })).err).toContain(
    `eingebettet in ${ofEnvironment}`,
  )
  const missing = await command(['db', 'migrate', '--env-file', join(folder, 'missing.env')])
  expect([missing.code, missing.err.trim()]).toEqual([
    1,
    `--env-file ${join(folder, 'missing.env')} lässt sich nicht lesen (ENOENT)`,
  ])
})

test('a PostgreSQL is named without user and password', async () => {
  const DATABASE_URL = 'postgres://operator:geheim@127.0.0.1:1/wegwarte'
  const { err, code } = await command(['db', 'migrate', '--json'], { DATABASE_URL })
  expect(code).toBe(1)
  expect(err).toContain('Datenbank: PostgreSQL „wegwarte“ auf 127.0.0.1:1')
  expect(err).not.toMatch(/operator|geheim/)
})

test('a command that needs no database opens none', async () => {
  const nowhere = join(folder, 'nowhere')
  const { out, code } = await command(['settings'], { DATA_DIR: nowhere })
  expect([code, existsSync(nowhere)]).toEqual([0, false])
  expect(out).toContain('| `DATA_DIR` |')
})

test('without a command all are listed, each with what it does', async () => {
  const { out, code } = await command([])
  expect(code).toBe(0)
  expect(out).toMatch(/^ {2}users disable +Sperrt ein Konto .*\n {2}users enable +Hebt die Sperre/m)
  expect(out).toMatch(/^ {2}settings check +Prüft .*\n {2}settings +Zeigt jede Einstellung/m)
})

test.each([[['constructor']], [['demo reset', 'x']]])('%j is no command, and all are listed', async (words) => {
  const { out, err, code } = await command(words)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^Unbekannter Befehl: .*\n[^]*^ {2}devices import +Nimmt/m)
})

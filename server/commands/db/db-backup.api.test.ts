import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '#server/testing/client.ts'
import { command } from '#server/testing/command.ts'
import { becomeCustomer } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const patienceMs = 120_000
let product: TestProduct
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-command-'))
  product = await startTestProduct()
}, patienceMs)
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]) => command(words, { DATA_DIR: product.settings.DATA_DIR })

test(
  'while the product runs, its database is backed up, and brought back with what was lost since',
  async () => {
    const [person, gone] = [await becomeCustomer(product), await becomeCustomer(product)]
    const profile = () => send(product.url, 'GET', '/api/users/profile', { token: person.token })
    const [file, passphrase] = [join(folder, 'backup'), join(folder, 'passphrase')]
    writeFileSync(passphrase, 'acht Kühe wandern langsam\n')

    const backedUp = await run('db', 'backup', file, '--passphrase-file', passphrase)
    expect([backedUp.code, backedUp.out]).toEqual([
      0,
      expect.stringMatching(/ist geschrieben \([\d.]+ Byte, verschlüsselt\)/),
    ])
    expect(readFileSync(file).includes(person.email)).toBe(false)
    await run('users', 'disable', person.email)
    await run('users', 'delete', gone.email, '--yes', '--now')
    expect((await profile()).status).toBe(401)

    const careless = await run('db', 'restore', file)
    expect([careless.code, careless.err]).toEqual([1, expect.stringContaining('--replace')])
    const locked = await run('db', 'restore', file, '--replace')
    expect([locked.code, locked.err]).toEqual([1, expect.stringContaining('--passphrase-file')])
    expect((await profile()).status).toBe(401)
    const restored = await run('db', 'restore', file, '--replace', '--passphrase-file', passphrase)
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('Die Sicherung ist eingespielt')])
    expect(await profile()).toMatchObject({ status: 200 })
    expect(restored.out).toContain(`\n  ${gone.email}\n`)
    expect(restored.out).not.toContain(person.email)
  },
  patienceMs,
)

test(
  'older backups are deleted once the new one can be read back, with the passphrase that systemd hands over',
  async () => {
    const backups = mkdtempSync(join(folder, 'backups-'))
    const old = join(backups, 'old.backup')
    writeFileSync(old, 'of long ago')
    const abandoned = join(backups, 'killed.backup.unfertig-0a1b2c3d')
    writeFileSync(abandoned, 'of long ago')
    for (const path of [old, abandoned])
      utimesSync(path, new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'))
    const settings = { DATA_DIR: product.settings.DATA_DIR, CREDENTIALS_DIRECTORY: backups }
    const backUp = (name: string) => command(['db', 'backup', join(backups, name), '--keep-days', '13'], settings)

    writeFileSync(join(backups, 'passphrase'), 'kurz')
    expect((await backUp('first.backup')).code).toBe(1)
    expect(readdirSync(backups).toSorted()).toEqual(['killed.backup.unfertig-0a1b2c3d', 'old.backup', 'passphrase'])

    writeFileSync(join(backups, 'passphrase'), 'acht Kühe wandern langsam')
    const { code, out } = await backUp('second.backup')
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^1 abgebrochene gelöscht\.\n.*, verschlüsselt\)\.\n1 ältere gelöscht\./),
    ])
    expect(readdirSync(backups).toSorted()).toEqual(['passphrase', 'second.backup'])
  },
  patienceMs,
)

test.each([
  ['a name that is taken', ['backup', 'taken'], /gibt es schon/],
  ['a folder that is not there', ['backup', join('nowhere', 'backup')], /Den Ordner gibt es nicht \(ENOENT\)/],
  ['no file', ['backup', ''], /genau eine Datei/],
  ['a file that is not there', ['restore', 'missing', '--replace'], /lässt sich nicht lesen \(ENOENT\)/],
  ['a file that is none', ['restore', 'taken', '--replace'], /keine Sicherung von Wegwarte/],
  ['a passphrase that can be guessed', ['backup', 'new', '--passphrase-file', 'short'], /mindestens 12 Zeichen/],
])('%s is refused with one line', async (_name, [verb = '', name = '', ...options], said) => {
  writeFileSync(join(folder, 'taken'), 'something else')
  writeFileSync(join(folder, 'short'), '1234\n')
  const words = options.map((word) => (word.startsWith('--') ? word : join(folder, word)))
  const { code, err } = await run('db', verb, ...(name === '' ? [] : [join(folder, name)]), ...words)
  const [, ...lines] = err.trim().split('\n')
  expect([code, lines]).toEqual([1, [expect.stringMatching(said)]])
  expect([readFileSync(join(folder, 'taken'), 'utf8'), existsSync(join(folder, 'new'))]).toEqual([
    'something else',
    false,
  ])
})

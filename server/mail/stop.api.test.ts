import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { createGate, startScriptedMailServer } from '#server/mail/testing/scripted-mail-server.ts'
import { send } from '#server/testing/client.ts'
import { startTestProduct } from '#server/testing/test-product.ts'

const opened: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

test('an e-mail that a mail server is slow to take when the product stops is sent by the next one, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-stop-'))
  opened.push(() => rmSync(folder, { recursive: true, force: true }))
  await fillWithMigratedDatabase(folder)
  const gate = createGate()
  let isSlow = true
  const server = await startScriptedMailServer({ atRecipient: () => (isSlow ? gate.pass() : undefined) })
  opened.push(server.close)
  const settings = { DATA_DIR: folder, SMTP_URL: server.url }

  const product = await startTestProduct(settings)
  const account = { email: 'anna@example.org', password: 'kurvenreich-2026' }
  await send(product.url, 'POST', '/api/auth/register', { body: account })
  await expect.poll(gate.waiting, { timeout: 20_000 }).toBe(1)
  await product.close()
  isSlow = false
  gate.letOn()
  expect(server.handed).toEqual([])

  const next = await startTestProduct(settings)
  opened.push(next.close)
  await expect.poll(() => server.handed, { timeout: 20_000 }).toMatchObject([{ to: 'anna@example.org' }])
}, 90_000)

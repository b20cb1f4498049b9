import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { dataExportFile } from '#server/features/data-export/exported-parts.ts'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'

/* What an owner takes along: everything that is stored, as a file, from the app and by the mailed link. */

const stories = shareStories('customers')

test('an owner asks for their data, downloads them here and by the link in the e-mail, and deletes them', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, complaints } = await stories.enter(customer, '/profile/data', {
    width: widths[0],
    // The link of a file that is gone.
    expected: /410/,
  })
  const card = page.getByRole('region', { name: 'Meine Daten mitnehmen' })
  await card.getByRole('checkbox', { name: 'Orte in meinen Privatzonen weglassen' }).check()
  await keepPicture(page, 'data-export-phone')
  await card.getByRole('button', { name: 'Datei anfordern' }).click()
  await card.getByText(/^Fertig, [\d,]+ [kM]B, verfügbar bis /).waitFor()
  await card.getByText('Ohne Orte in Ihren Privatzonen.').waitFor()
  expect(await faultsEverywhere(page, 'data-export')).toEqual([])

  const files = await archiveBehind(() => card.getByRole('button', { name: 'Herunterladen' }).click())
  expect(dataExportFile.parse(JSON.parse(files.get('daten.json') ?? ''))).toMatchObject({
    account: [{ email: customer.email }],
  })
  const readable = await stories.open('/')
  await readable.page.setContent(files.get('README.html') ?? '')
  await readable.page.getByRole('heading', { name: 'Meine Daten bei Wegwarte' }).waitFor()
  await keepPicture(readable.page, 'data-export-readme')

  const email = await stories.product.mail.emailTo(customer.email, /Ihre Daten liegen bereit/)
  const link = /https?:\/\/\S+\/data-export#[\w-]{43}/.exec(email.text ?? '')?.[0] ?? ''
  await page.goto(`/data-export${new URL(link).hash}`)
  await page.getByText(/^[\d,]+ [kM]B, verfügbar bis /).waitFor()
  await keepPicture(page, 'data-export-link')
  expect(
    (await archiveBehind(() => page.getByRole('button', { name: 'Herunterladen' }).click())).has('schema.json'),
  ).toBe(true)

  await page.goto('/profile/data')
  await card.getByRole('button', { name: 'Datei löschen' }).click()
  const question = page.getByRole('dialog', { name: 'Datei mit Ihren Daten löschen?' })
  await keepPicture(page, 'data-export-removal')
  await question.getByRole('button', { name: 'Datei löschen' }).click()
  await card.getByRole('button', { name: 'Datei anfordern' }).waitFor()
  await page.goto(`/data-export${new URL(link).hash}`)
  await page.getByText('Dieser Link öffnet nichts mehr').waitFor()
  expect(complaints).toEqual([])

  async function archiveBehind(press: () => Promise<void>): Promise<Map<string, string>> {
    const [saved] = await Promise.all([page.waitForEvent('download'), press()])
    expect(saved.suggestedFilename()).toMatch(/^wegwarte-meine-daten_\d{4}-\d\d-\d\d\.zip$/)
    const bytes = readFileSync(await saved.path())
    return new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))
  }
})

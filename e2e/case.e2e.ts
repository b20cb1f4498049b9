import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { secondMs } from '#contract/base/time-units.ts'
import { type Width, keepPicture, keepsPictures, widths } from './browser.ts'
import { becomeCustomer, type Customer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { enableTracking } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { smallTargetsOf } from './touch-targets.ts'

/* The case of a theft: one screen, from the tap that reports it to the vehicle's return. */

const stories = shareStories('customers')

test('a theft is reported in one tap and leads to its case: place, police, a link that is shared, and the vehicle back', async () => {
  const { page, customer, deviceId, complaints } = await atTheSheet()
  await keepWhatIsShared(page)
  await page.reload()
  const sheet = page.getByRole('region', { name: 'Wie es um das Fahrzeug steht' })
  await sheet.getByRole('button', { name: 'Als gestohlen melden' }).click()
  await page.waitForURL(`**/fall/${deviceId}`)
  const main = page.getByRole('main')
  await main.getByText('Gemeldet.').waitFor()
  await main.getByText(/^(Fährt|Steht seit)/).waitFor()
  await main.getByRole('img', { name: /^Letzte Position/ }).waitFor()
  await expect
    .poll(() => main.getByRole('link', { name: '110 anrufen: Notruf der Polizei' }).getAttribute('href'))
    .toBe('tel:110')
  await expect
    .poll(() => firstScreen(page))
    .toEqual(expect.arrayContaining(['110 anrufen', 'Link für die Polizei', 'Fahrzeug ist wieder da']))
  await main.getByRole('button', { name: 'Rückgängig' }).waitFor({ state: 'detached', timeout: 20 * secondMs })
  await showEverywhere(page, 'case')
  const [seen, all] = [await words(page, 844), await words(page, null)]
  expect(seen.length, seen.join(' ')).toBeLessThanOrEqual(60)
  expect(all.length, all.join(' ')).toBeLessThanOrEqual(100)
  // Nothing here silences the alarm.
  await expect.poll(() => main.getByRole('button', { name: /Ich fahre|Stunde|pausieren|Test-Alarm/ }).count()).toBe(0)

  await main.getByRole('button', { name: 'Link für die Polizei' }).click()
  await main.getByRole('button', { name: 'Link teilen' }).waitFor()
  // The code is folded: that the vehicle is back stays in the first screen.
  await main.getByText('noch nicht geöffnet').waitFor()
  await expect.poll(() => firstScreen(page)).toEqual(expect.arrayContaining(['Link teilen', 'Fahrzeug ist wieder da']))
  await main.getByRole('button', { name: 'QR-Code', expanded: false }).click()
  const link = await main.getByLabel('Adresse des Links').inputValue()
  expect(link).toMatch(/\/dossier#[\w-]{43}$/)
  await expect.poll(() => page.evaluate(() => document.body.dataset['shared'])).toBe(`Anzeige-Mappe ${link}`)
  await main.getByRole('img', { name: 'QR-Code des Links für die Polizei' }).waitFor()
  await main.getByText('noch nicht geöffnet').waitFor()
  await showEverywhere(page, 'case-link')

  const police = await stories.open(`/dossier${new URL(link).hash}`)
  await police.page.getByText('49.020000, 8.400000').waitFor()
  await page.reload()
  await main.getByText(/1 Mal geöffnet, zuletzt/).waitFor()
  // The same link is handed on after a reload; another browser of its owner says that it makes one of its own.
  await main.getByRole('button', { name: 'Link teilen' }).click()
  await expect.poll(() => page.evaluate(() => document.body.dataset['shared'])).toBe(`Anzeige-Mappe ${link}`)
  const elsewhere = (await stories.enter(customer, `/fall/${deviceId}`, { width: widths[0] })).page
  const other = elsewhere.getByRole('main')
  await other.getByText(/Legen Sie einen neuen an, gelten beide\./).waitFor()
  await other.getByRole('button', { name: 'Neuer Link für die Polizei' }).click()
  await other.getByRole('button', { name: 'Link teilen' }).waitFor()
  await expect.poll(() => other.getByRole('list', { name: 'Angelegte Links' }).getByRole('listitem').count()).toBe(2)

  await page.goto(`/tracking?device=${deviceId}&tab=alarm#anzeige-mappe`)
  await page.waitForURL(`**/fall/${deviceId}`)
  await page.goto('/dashboard')
  await page.getByRole('article').getByRole('link', { name: 'Link für die Polizei' }).click()
  await page.waitForURL(`**/fall/${deviceId}`)
  await page.goto('/devicesandlicenses')
  await page.getByText('Details', { exact: true }).click()
  await page.getByText('Übergeben und Entfernen gehen wieder, wenn das Fahrzeug da ist.').waitFor()
  await page.getByRole('link', { name: 'Zum Fall' }).click()
  await page.waitForURL(`**/fall/${deviceId}`)

  await main.getByRole('button', { name: 'Fahrzeug ist wieder da' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fahrzeug ist wieder da' }).click()
  await main.getByText('Das Fahrzeug ist wieder da.').waitFor()
  await showEverywhere(page, 'case-back')
  expect(customer.imei).not.toBe('')
  expect(complaints).toEqual([])
})

test('a theft that was reported by mistake is taken back within ten seconds, and nothing was said', async () => {
  const { page, deviceId, complaints } = await atTheSheet()
  const sheet = page.getByRole('region', { name: 'Wie es um das Fahrzeug steht' })
  await sheet.getByRole('button', { name: 'Als gestohlen melden' }).click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByText('Die Meldung ist zurückgenommen.').waitFor()
  await page.waitForURL(`**/tracking?device=${deviceId}&tab=now`)
  await sheet.getByRole('button', { name: 'Als gestohlen melden' }).waitFor()
  const stated = await stories.product.operator
    .selectFrom('dossier_changes')
    .select('state')
    .where('device_id', '=', deviceId)
    .execute()
  expect(stated).toEqual([])
  await page.goto(`/fall/${deviceId}`)
  await main.getByText('Zu diesem Fahrzeug ist kein Diebstahl gemeldet.').waitFor()
  expect(complaints).toEqual([])
})

test('an e-mail about a possible theft shows the alarm to who is not signed in, and leads on who is', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const deviceId = await enableTracking(product, customer)
  await fetch(
    `http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams({ id: customer.imei, lat: '49.0069', lon: '8.4037', accuracy: '5', alarm: 'tow' }).toString()}`,
  )
  const { text = '' } = await product.mail.emailTo(customer.email, /^Alarm: .* Abschleppen/)
  const address = /\/alarm#([\w-]{43})/.exec(text)
  const [path = '', token = ''] = address ?? []

  const { page, complaints } = await stories.open('/', { width: widths[0] })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto(path)
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'Abschleppen gemeldet: Wegwarte Spur' }).waitFor()
  // The name of the place, or its coordinates where a loaded machine had no time for names.
  await main
    .getByText(/Karlsruhe|49[.,]0069/)
    .first()
    .waitFor()
  await expect.poll(() => main.getByRole('link', { name: '110 anrufen' }).getAttribute('href')).toBe('tel:110')
  await expect.poll(() => main.getByRole('button').count()).toBe(0)
  await showEverywhere(page, 'alarm-signed-out')
  expect(await smallTargetsOf(page, 'an alarm, signed out')).toEqual([])
  const signIn = new URL((await main.getByRole('link', { name: 'Anmelden' }).getAttribute('href')) ?? '', product.url)
  expect(signIn.searchParams.get('redirect')).toContain(`/tracking?device=${deviceId}`)
  expect(sent.join('\n')).not.toContain(token)
  expect(sent.join('\n')).not.toMatch(/49\.0069/)

  const other = await stories.enter(await becomeCustomer(product), '/dashboard')
  await other.page.goto(path)
  await other.page.getByText('Sie sind mit einem anderen Konto angemeldet').waitFor()

  const owner = await stories.enter(customer, '/dashboard')
  await owner.page.goto(path)
  await owner.page.getByRole('button', { name: 'Ja, ich bin es' }).click()
  await owner.page.getByText('Alarm pausiert bis zur Ankunft').waitFor()
  await page.reload()
  await main.getByRole('alert').waitFor()
  await expect.poll(() => main.getByText('Wegwarte Spur').count()).toBe(0)
  await main.getByRole('link', { name: '110 anrufen' }).waitFor()
  await main.getByRole('link', { name: 'Anmelden' }).waitFor()

  // Another tab: on the page itself what is no key is a jump.
  await page.goto('/')
  await page.goto('/alarm#cut')
  await main.getByText('Der Link ist unvollständig.').waitFor()
  await main.getByText('Tippen Sie in der Nachricht direkt auf den Link, statt ihn abzuschreiben.').waitFor()
  await main.getByRole('link', { name: '110 anrufen' }).waitFor()
  await main.getByRole('link', { name: 'Anmelden' }).waitFor()
  await keepPicture(page, 'alarm-cut-link')
  expect(complaints.filter((complaint) => !/410/.test(complaint))).toEqual([])
})

/** A vehicle that stood, and was then seen elsewhere, which its owner looks at. */
async function atTheSheet() {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const deviceId = await enableTracking(product, customer)
  for (const thousandths of [0, 10, 20]) await report(customer, thousandths)
  const { page, complaints } = await stories.enter(customer, '/tracking?tab=now', { width: widths[0] })
  await page.getByRole('button', { name: 'Als gestohlen melden' }).waitFor()
  return { page, customer, deviceId, complaints }
}

async function report({ imei }: Customer, thousandths: number): Promise<void> {
  const fix = { id: imei, lat: String(49 + thousandths / 1_000), lon: '8.4', accuracy: '5', speed: '33', bearing: '90' }
  await fetch(`http://127.0.0.1:${stories.product.trackerPort}/?${new URLSearchParams(fix).toString()}`)
}

/** This Chromium has no sheet to share with. */
async function keepWhatIsShared(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.share = async ({ title, url } = {}) => {
      document.body.dataset['shared'] = `${title ?? ''} ${url ?? ''}`
    }
  })
}

/** What can be pressed in the first 844 px of a phone, above the bar of areas. */
function firstScreen(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('button, a')]
        .filter((element) => element.getBoundingClientRect().bottom + window.scrollY <= 844 - 60)
        .map((element) => element.innerText.trim()),
    )
}

/** The words that can be read, in all or in the first pixels. */
function words(page: Page, within: number | null): Promise<string[]> {
  return page.getByRole('main').evaluate((main, most) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (element === null || !element.checkVisibility({ visibilityProperty: true })) continue
      const { top, width } = element.getBoundingClientRect()
      if (width <= 1 || (most !== null && top + window.scrollY > most)) continue
      const read = (node.textContent ?? '').trim().split(/\s+/)
      found.push(...read.filter((word) => /[\p{L}\p{N}]/u.test(word)))
    }
    return found
  }, within)
}

async function showEverywhere(page: Page, name: string): Promise<void> {
  for (const width of widths) await showAt(page, name, width)
  await page.setViewportSize(widths[0])
  expect(await faultsEverywhere(page, name)).toEqual([])
  await page.setViewportSize(widths[0])
}

async function showAt(page: Page, name: string, width: Width): Promise<void> {
  if (!keepsPictures) return
  await page.setViewportSize({ width: width.width, height: width.height })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(() => window.scrollTo(0, 0))
    await keepPicture(page, `${name}-${width.name}-${colorScheme}`)
  }
}

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer, type Customer } from './customers.ts'
import { faultsEverywhere, faultsOf } from './faults.ts'
import { letTimePassWhile } from './page-time.ts'
import { shareStories } from './stories.ts'
import { openTab } from './tracking-screen.ts'
import { deletionSentence } from '#domain/dossier/dossier-words.ts'
import { wallTime } from '#domain/time/time.ts'

/* A theft, from the suspicion to the vehicle's return: what the owner says, prints and shares, and what the police see. */

const stories = shareStories('customers')

test('an owner reports a theft, prints the dossier and gives the police a link that ends when it is revoked', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, complaints } = await stories.enter(customer, '/tracking', {
    width: widths[1],
    expected: /net::ERR_FAILED/,
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await startTracking(page)
  await report(customer, '49.0069', '8.4037')
  await report(customer, '49.0109', '8.4137')

  const dossier = page.getByRole('region', { name: 'Diebstahl und Anzeige-Mappe' })
  await dossier.getByText('Abgestellt', { exact: true }).waitFor()
  await dossier.getByText(/können Sie einen Link für die Polizei anlegen/).waitFor()
  await enterDetails(page)
  await dossier.getByRole('button', { name: 'Als gestohlen melden' }).click()
  await page.waitForURL('**/fall/*')
  const theCase = page.getByRole('region', { name: 'Diebstahl', exact: true })
  await theCase.getByText('Nicht selbst hinfahren.').waitFor()
  await correctBeginning(page)

  const announced = deletionSentence(stories.product.clock.now().toISOString())
  await theCase.getByText(announced).waitFor()
  await keepTheWay(page)

  const text = await documentBehind(page, 'Als PDF')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(announced)
  expect(text).toContain('VBKEXA401CM123456')
  expect(text).toContain('49.010900, 8.413700')
  expect(text).toContain('030 23125-042')

  await theCase.getByText('Ändern').click()
  await theCase.getByRole('radio', { name: '24 Stunden' }).check()
  await theCase.getByText(/sieht Ort, Strecke und Ihre Angaben, 24 Stunden\./).waitFor()
  await theCase.getByRole('button', { name: 'Link für die Polizei' }).click()
  // This browser hands nothing on and copies nothing: the address is shown at once, to be copied by hand.
  await theCase.getByRole('button', { name: 'QR-Code', expanded: true }).waitFor()
  const link = await theCase.getByLabel('Adresse des Links').inputValue()
  expect(link).toMatch(/\/dossier#[\w-]{43}$/)

  const police = await stories.open('/dossier')
  await police.page.getByText('Der Link ist unvollständig.').waitFor()
  await police.page.getByRole('main').getByRole('link', { name: 'Anmelden' }).waitFor()
  expect((await police.page.request.get('/dossier')).headers()['x-robots-tag']).toBe('noindex, nofollow')
  const sent: string[] = []
  police.page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await keepWhatIsShared(police.page)
  await police.page.goto(`/dossier${new URL(link).hash}`)
  await police.page.reload()
  await police.page.getByRole('heading', { level: 1, name: 'Kennzeichen KA-W 123' }).waitFor()
  // Nobody offers the police an account, and nothing stands there only to say that it is not known.
  await expect.poll(() => police.page.getByRole('banner').getByRole('link').allInnerTexts()).toEqual(['Wegwarte'])
  await police.page.getByRole('region', { name: 'Fahrzeug', exact: true }).waitFor()
  await expect.poll(() => police.page.getByRole('term').allInnerTexts()).not.toContain('Aktenzeichen')
  await police.page.getByText('49.010900, 8.413700').waitFor()
  await police.page.getByText(announced).waitFor()
  const owner = police.page.getByRole('region', { name: 'Halter und Eigentum' })
  await expect.poll(() => owner.getByRole('definition').allTextContents()).toEqual(['Erika Beispiel', '030 23125-042'])
  await police.page.getByRole('img', { name: 'Letzte bekannte Position des Fahrzeugs' }).waitFor()
  await expect.poll(() => police.page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow')
  expect(await documentBehind(police.page, 'Mappe als PDF herunterladen')).toContain('KA-W 123')
  // Its reader is the police. The place has a name, and its coordinates can be taken along.
  await expect.poll(() => police.page.locator('a[href="tel:110"]').count()).toBe(0)
  await police.page.getByText('Karlsruhe', { exact: true }).click()
  await police.page.getByRole('button', { name: 'Koordinaten kopieren' }).waitFor()
  await expect.poll(() => police.page.getByRole('button', { name: /[Tt]eilen/ }).count()).toBe(1)
  await expect
    .poll(() => police.page.getByRole('link', { name: 'Route dorthin' }).getAttribute('href'))
    .toBe('https://www.openstreetmap.org/directions?to=49.01090,8.41370')
  await police.page.getByText('Karlsruhe', { exact: true }).click()
  await police.page.getByRole('button', { name: 'Mappe teilen' }).click()
  await expect
    .poll(() => police.page.evaluate(() => document.body.dataset['shared']))
    .toBe(`Anzeige-Mappe KA-W 123 ${link}`)
  expect(sent.join('\n')).not.toContain(new URL(link).hash.slice(1))
  await showEverywhere(police.page, 'dossier-shared', 'main')

  await page.reload()
  await theCase.getByText(/1 Mal geöffnet, zuletzt/).waitFor()
  await outlastAnOutage(`/dossier${new URL(link).hash}`)
  await openInAnOutage(`/dossier${new URL(link).hash}`)

  await theCase.getByRole('button', { name: /^Den Link vom .* sperren$/ }).click()
  await theCase.getByText(/^Gesperrt/).waitFor()
  await police.page.reload()
  await police.page
    .getByText('Der Halter hat diesen Link gesperrt. Bitte lassen Sie sich von ihm einen neuen geben.')
    .waitFor()
  await keepPicture(police.page, 'dossier-revoked')

  // Also where it is not known yet that it is stolen.
  const known = Promise.withResolvers<void>()
  await page.route('**/api/vehicle-states', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.goto('/tracking?tab=settings')
  const off = page.getByRole('button', { name: 'Tracking deaktivieren' })
  await off.click()
  await expect.poll(() => off.getAttribute('aria-busy')).toBe('true')
  known.resolve()
  const sure = page.getByRole('dialog', { name: 'Tracking wirklich ausschalten?' })
  await sure.getByRole('button', { name: 'Abbrechen' }).click()
  await sure.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Gespeicherte Positionen löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Positionen löschen' }).click()
  await page.getByText('Bestätigung der Löschung').waitFor()
  await openTab(page, 'Alarm')
  await dossier.getByText('Gestohlen', { exact: true }).first().waitFor()
  await dossier.getByRole('link', { name: 'Zum Fall' }).click()
  await theCase.getByText('Noch kein Ort').waitFor()
  await theCase.getByText(announced).waitFor({ state: 'detached' })

  await theCase.getByRole('button', { name: 'Fahrzeug ist wieder da' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fahrzeug ist wieder da' }).click()
  await theCase.getByText('Das Fahrzeug ist wieder da.').waitFor()
  // The button that opened the question is gone.
  await expect.poll(() => theCase.evaluate((region) => region === document.activeElement)).toBe(true)
  expect(complaints).toEqual([])
})

/** This Chromium has no sheet to share with. */
async function keepWhatIsShared(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.share = async ({ title, url } = {}) => {
      document.body.dataset['shared'] = `${title ?? ''} ${url ?? ''}`
    }
  })
}

/** The page for the police says that it could not refresh itself, and refreshes as soon as it can. */
async function outlastAnOutage(address: string): Promise<void> {
  const { page } = await stories.open(address, { fakeClock: true })
  await page.getByText('KA-W 123').waitFor()
  const stale = page.getByText(/^Die Seite konnte sich nicht erneuern\. Gezeigt wird der Stand von/)
  const isStaleLater = async () => {
    await page.clock.runFor(20_000)
    return stale.isVisible()
  }
  await page.route('**/api/dossier/shared', (route) => route.abort())
  await expect.poll(isStaleLater).toBe(true)
  await expect.poll(() => page.getByText('KA-W 123').isVisible()).toBe(true)
  await page.unroute('**/api/dossier/shared')
  let asked = false
  page.on('request', (request) => {
    if (request.url().endsWith('/api/dossier/shared')) asked = true
  })
  // In steps that are short beside how long the page waits for an answer, which comes in the machine's time.
  await letTimePassWhile(page, async () => !asked, 3_000)
  await stale.waitFor({ state: 'detached' })
}

/** Opened during an outage, the page for the police keeps its button to try again, even while it tries. */
async function openInAnOutage(address: string): Promise<void> {
  const { page } = await stories.open('/dossier', { fakeClock: true })
  let asked = 0
  let answers = true
  await page.route('**/api/dossier/shared', async (route) => {
    asked += 1
    if (answers) await route.abort()
  })
  await page.goto(address)
  const retry = page.getByRole('button', { name: 'Erneut versuchen' })
  const hasFailedLater = async () => {
    await page.clock.runFor(2_000)
    return retry.isVisible()
  }
  await expect.poll(hasFailedLater).toBe(true)
  answers = false
  const before = asked
  await retry.click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  await expect.poll(() => retry.evaluate((button) => button === document.activeElement)).toBe(true)
}

async function startTracking(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await page.getByRole('checkbox', { name: /Ich willige ein/ }).click()
  await page.getByText(/Einwilligung erteilt am/).waitFor()
  await page.getByRole('button', { name: 'Tracking aktivieren' }).click()
  await page.getByText('Tracking ist aktiv').waitFor()
  await openTab(page, 'Alarm')
  await page.getByText('Scharf', { exact: true }).waitFor()
}

async function report({ imei }: Customer, lat: string, lon: string): Promise<void> {
  const fix = new URLSearchParams({ id: imei, lat, lon, accuracy: '5' })
  await fetch(`http://127.0.0.1:${stories.product.trackerPort}/?${fix.toString()}`)
}

async function enterDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Angaben für die Polizei' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Marke').fill('KTM')
  await dialog.getByLabel('Kennzeichen').fill('KA-W 123')
  await dialog.getByLabel('Fahrgestellnummer').fill('VBK*')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByText(/Sie steht in Feld E des Fahrzeugscheins/).waitFor()
  await dialog.getByLabel('Fahrgestellnummer').fill('vbkexa401cm123456')
  await dialog.getByLabel('Halter').fill('Erika Beispiel')
  const phone = dialog.getByRole('textbox', {
    name: 'Telefon',
    description: /Das sieht jeder, der die PDF-Datei oder den Link für die Polizei hat\./,
  })
  await phone.fill('abends')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByText(/Telefonnummer in Ziffern/).waitFor()
  await phone.fill('030 23125-042')
  expect(await faultsOf(page, 'the details', 'light', 'dialog')).toEqual([])
  await keepPicture(page, 'dossier-details')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Says that the theft began before the positions came. */
async function correctBeginning(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Tatzeit/ }).click()
  const dialog = page.getByRole('dialog')
  const since = dialog.getByLabel('Seit wann? (deutsche Zeit)')
  await since.fill('2999-01-01T00:00')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByText('Bitte geben Sie einen Zeitpunkt an, der nicht in der Zukunft liegt.').waitFor()
  await since.fill(wallTime(new Date(stories.product.clock.now().getTime() - 5 * minuteMs).toISOString()))
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Downloads the positions that will be deleted, after a failure that is shown. */
async function keepTheWay(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Positionen sichern (GPX)' })
  const isBusy = async () => (await button.getAttribute('aria-busy')) === 'true'
  const outage = Promise.withResolvers<void>()
  await page.route('**/api/tracking/export/**', async (route) => {
    await outage.promise
    await route.abort()
  })
  const failed = page.waitForEvent('dialog')
  await button.click()
  await expect.poll(isBusy).toBe(true)
  outage.resolve()
  expect((await failed).message()).toBe('Fehler beim Download der GPX-Datei')
  await expect.poll(isBusy).toBe(false)

  await page.unroute('**/api/tracking/export/**')
  const said = page.waitForEvent('dialog')
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect((await said).message()).toBe('GPX-Datei wurde erfolgreich heruntergeladen')
  const gpx = readFileSync(await file.path(), 'utf8')
  expect(gpx.match(/<trkpt lat="49.0\d{3}/g)).toEqual(['<trkpt lat="49.0069', '<trkpt lat="49.0109'])
}

async function documentBehind(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  expect(file.suggestedFilename()).toMatch(/^anzeige-mappe_\d{4}-\d\d-\d\d\.pdf$/)
  const pdf = await getDocumentProxy(new Uint8Array(readFileSync(await file.path())))
  return (await extractText(pdf, { mergePages: true })).text
}

async function showEverywhere(page: Page, name: string, within: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await page.locator(within).evaluate((element) => element.scrollIntoView())
    await keepPicture(page, `${name}-${width.name}`)
  }
  expect(await faultsEverywhere(page, name, within)).toEqual([])
}

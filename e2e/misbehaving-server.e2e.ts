import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { secondMs } from '#contract/base/time-units.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer, signIn } from './customers.ts'
import { untilAnswerKept } from './kept-answers.ts'
import { letTimePassUntil } from './page-time.ts'
import { shareStories } from './stories.ts'
import { mapTexts } from '#web/map/canvas/texts.ts'

/* A server that answers HTML, nothing, too late or not at all: no white screen, but a sentence of section 8 and a way on. */

const stories = shareStories('demo')

/** With a clock that runs on as fast as the story wants: before a call has failed, it is tried again for seconds. */
const enterDemoInHaste = async () => (await stories.enterDemo({ fakeClock: true, at: null })).page

/** Waits for what is shown once the last try of a call has failed. */
const afterTheLastTry = (page: Page, shown: Locator) => letTimePassUntil(page, shown, secondMs)

const answers: [what: string, answer: (route: Route) => Promise<void>][] = [
  ['an HTML page', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })],
  ['500', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' })],
  ['404', (route) => route.fulfill({ status: 404, body: '' })],
]

describe.each(answers)('a server that answers the list of devices with %s', (_what, answer) => {
  test('shows a sentence and a way to try again, which works', async () => {
    const page = await enterDemoInHaste()
    await page.route('**/api/devices', answer)
    await page.goto('/devicesandlicenses')
    await afterTheLastTry(page, page.getByText('Geräteverwaltung temporär nicht verfügbar'))
    await page.unroute('**/api/devices')
    await page
      .getByRole('button', { name: /erneut|noch einmal/i })
      .first()
      .click()
    await page.getByText('Reiseenduro').first().waitFor()
  })
})

test('if licences cannot be loaded, the screen says so and still shows the devices', async () => {
  const page = await enterDemoInHaste()
  await page.route('**/api/devices/licenses', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/devicesandlicenses')
  await afterTheLastTry(page, page.getByText('Lizenzen konnten nicht geladen werden'))
  await page.getByText('Reiseenduro').first().waitFor()
})

test('if POIs and warnings cannot be loaded, the screen says so, and the warnings can be requested again', async () => {
  const page = await enterDemoInHaste()
  await page.route('**/api/poi/overview', (route) => route.fulfill({ status: 500, body: '' }))
  await page.route('**/api/weather/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/pois')
  await afterTheLastTry(page, page.getByText('Fehler beim Laden der POIs. Bitte versuchen Sie es erneut.').first())
  const failed = 'Fehler beim Laden der Warnungen. Bitte versuchen Sie es später erneut.'
  await afterTheLastTry(page, page.getByText(failed).first())
  await page.unroute('**/api/weather/**')
  await page.getByRole('button', { name: 'Mehr zeigen' }).click()
  const retry = page.getByRole('alert').filter({ hasText: failed }).getByRole('button')
  await retry.click()
  await retry.waitFor({ state: 'detached' })
  // While they are on their way, the same heading unfolds nothing.
  await page.locator('summary', { hasText: 'Aktuelle Unwetterwarnungen' }).click()
  await page.getByText('Gemeinde Testberg').first().waitFor()
})

test('missing tiles are requested again by „Erneut versuchen“, without moving the map', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null, expected: /status of 502/ })
  const tiles = '**/api/poi/tiles/**'
  const [missing, arrived] = [new Set<string>(), new Set<string>()]
  await page.route(tiles, (route) => {
    missing.add(route.request().url())
    return route.fulfill({ status: 502, body: '' })
  })
  await page.goto('/pois#map=12/49.0069/8.4037')
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Fehler beim Laden der POIs. Bitte versuchen Sie es erneut.' })
  await alert.waitFor()
  await expect.poll(() => missing.size).toBeGreaterThan(1)
  // Before they can arrive: the page also asks again by itself.
  page.on('response', (response) => response.ok() && arrived.add(response.url()))
  await page.unroute(tiles)
  await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => [...missing].filter((tile) => !arrived.has(tile))).toEqual([])
  await alert.waitFor({ state: 'detached' })
})

test('missing tiles do not hold up those of another choice of categories', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null, expected: /status of 502/ })
  const tiles = '**/api/poi/tiles/**'
  await page.route(tiles, (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto('/pois#map=12/49.0069/8.4037')
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Fehler beim Laden der POIs. Bitte versuchen Sie es erneut.' })
  await alert.waitFor()
  await page.unroute(tiles)
  await page.getByRole('checkbox', { name: /Unfälle/ }).uncheck()
  await alert.waitFor({ state: 'detached' })
})

test('a missing background is requested again automatically', async () => {
  const { page, complaints } = await stories.enterDemo({
    width: widths[1],
    at: null,
    fakeClock: true,
    expected: /status of 502/,
  })
  const background = `${stories.tileOrigin}/**`
  await page.route(background, (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto('/pois')
  const note = page.getByText(mapTexts.backgroundMissing)
  await note.waitFor()
  await page.unroute(background)
  const arrival = Promise.withResolvers<void>()
  await page.route(background, async (route) => {
    await arrival.promise
    await route.fallback()
  })
  const askedAgain = page.waitForRequest(background)
  await page.clock.runFor(61_000)
  await askedAgain
  // The map is drawn in another size while the tiles are still loading.
  const canvas = page.locator('canvas.maplibregl-canvas')
  const widthBefore = await canvas.evaluate((element) => element.clientWidth)
  await page.setViewportSize({ ...widths[1], width: widths[1].width - 10 })
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return canvas.evaluate((element) => element.clientWidth)
    })
    .toBe(widthBefore - 10)
  arrival.resolve()
  await note.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('the end of a session leads to the login and, after that, back to the same screen', async () => {
  const { page } = await stories.enterDemo({ at: '/profile' })
  await page.getByRole('heading', { level: 1, name: 'Konto' }).waitFor()
  await page.route('**/api/devices', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: '{"success":false,"error":{"code":"UNAUTHORIZED","message":"Bitte melden Sie sich an."}}',
    }),
  )
  await page.goto('/devicesandlicenses')
  await page.waitForURL((url) => url.pathname + url.search === '/login?redirect=%2Fdevicesandlicenses')
  await page.unroute('**/api/devices')
  await page.getByRole('button', { name: 'Demokonto ausprobieren' }).click()
  await page.waitForURL('**/devicesandlicenses')
  await page.getByText('Reiseenduro').first().waitFor()
})

test('a dialogue that was filled in when the session ended is open again after the sign-in, except for passwords', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, '/devicesandlicenses')
  const ended = (route: Route) => route.fulfill({ status: 401, json: { success: false } })
  const dialog = page.getByRole('dialog', { name: 'Gerät bearbeiten' })
  const edit = page.getByRole('button', { name: /^Bearbeiten: / })
  await edit.click()
  await dialog.getByLabel('Notizen').fill('Kette geölt bei 12.000 km')
  await page.route('**/api/devices/*', ended)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.waitForURL('**/login?redirect=%2Fdevicesandlicenses')
  await page.unroute('**/api/devices/*')
  await signIn(page, customer)
  await expect.poll(() => dialog.getByLabel('Notizen').inputValue()).toBe('Kette geölt bei 12.000 km')
  await page.getByText('Was Sie vor dem Ende der Sitzung eingegeben haben, ist wieder da.').waitFor()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.waitFor({ state: 'detached' })
  await edit.click()
  await expect.poll(() => dialog.getByLabel('Notizen').inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()

  await page.goto('/profile')
  const change = page.getByRole('button', { name: 'E-Mail-Adresse ändern' })
  const emailDialog = page.getByRole('dialog', { name: 'E-Mail-Adresse ändern' })
  await change.click()
  await emailDialog.getByLabel('Neue E-Mail-Adresse').fill('neu@example.org')
  await emailDialog.getByLabel('Ihr Passwort', { exact: true }).fill(customer.password)
  await page.route('**/api/user/change-email', ended)
  await emailDialog.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
  await page.waitForURL('**/login?redirect=%2Fprofile')
  await signIn(page, customer)
  await expect.poll(() => emailDialog.getByLabel('Neue E-Mail-Adresse').inputValue()).toBe('neu@example.org')
  await expect.poll(() => emailDialog.getByLabel('Ihr Passwort', { exact: true }).inputValue()).toBe('')
})

test('a device name that was being edited when the session ended is in its field again, and saved by Enter', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.open('/login?redirect=%2Fdevicesandlicenses')
  await signIn(page, customer)
  const field = page.getByRole('textbox', { name: 'Gerätename' })
  await page.getByRole('button', { name: /^Namen ändern: / }).click()
  await field.fill('Kombi der Familie')
  await page.route('**/api/devices/*', (route) => route.fulfill({ status: 401, json: { success: false } }))
  await field.press('Enter')
  await page.waitForURL('**/login?redirect=%2Fdevicesandlicenses')
  await page.unroute('**/api/devices/*')
  await signIn(page, customer)
  await expect.poll(() => field.inputValue()).toBe('Kombi der Familie')
  await page.getByText('Was Sie vor dem Ende der Sitzung eingegeben haben, ist wieder da.').waitFor()
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Kombi der Familie' }).first().waitFor()
})

test('if the profile cannot be loaded, the session goes on, and the user can try again or sign out', async () => {
  const page = await enterDemoInHaste()
  const json = { success: false, error: { code: 'UNAVAILABLE', message: 'Später.', requestId: '7KQ2M9XA4C' } }
  const outage = () => page.route('**/api/users/profile', (route) => route.fulfill({ status: 503, json }))
  const failed = page.getByRole('heading', { level: 1, name: 'Ihr Konto konnte nicht geladen werden' })
  await outage()
  await page.goto('/profile')
  await afterTheLastTry(page, failed)
  await page.getByText('Kennung für den Support: 7KQ2M9XA4C').waitFor()
  await expect.poll(() => page.getByRole('banner').getByRole('link').count()).toBe(1)
  await page.goto('/impressum')
  await afterTheLastTry(page, page.getByRole('heading', { level: 1, name: 'Impressum' }))
  await page.goto('/profile')
  await afterTheLastTry(page, failed)
  await page.unroute('**/api/users/profile')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page.getByRole('heading', { level: 1, name: 'Konto', exact: true }).waitFor()

  await outage()
  await page.reload()
  await afterTheLastTry(page, failed)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
})

test('a server that is away is asked again by itself, and meanwhile the last known places are shown', async () => {
  const { page } = await stories.enterDemo({ at: '/dashboard', fakeClock: true, expected: /status of 503/ })
  await page.getByText('Reiseenduro').first().waitFor()
  await untilAnswerKept(page, vehicles.states.path)
  const json = { success: false, error: { code: 'UNAVAILABLE', message: 'Später.' } }
  await page.route('**/api/users/profile', (route) => route.fulfill({ status: 503, json }))
  await page.reload()
  const failed = page.getByRole('heading', { level: 1, name: 'Ihr Konto konnte nicht geladen werden' })
  await afterTheLastTry(page, failed)
  await page.getByRole('heading', { name: 'Zuletzt bekannt' }).waitFor()
  await page.getByText('Reiseenduro').waitFor()
  await page.getByText(/^Wir versuchen es weiter: das nächste Mal in \d Sekunden?\.$/).waitFor()
  await keepPicture(page, 'server-away-390')
  await page.unroute('**/api/users/profile')
  await letTimePassUntil(page, page.getByRole('navigation', { name: 'Brotkrumen' }), secondMs)
})

test('signing in in one tab leads the other tab to the screen it had asked for', async () => {
  const { page } = await stories.open('/login')
  const other = await page.context().newPage()
  await other.goto('/devicesandlicenses')
  await other.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('button', { name: 'Demokonto ausprobieren' }).click()
  await page.waitForURL('**/dashboard')
  await other.waitForURL('**/devicesandlicenses')
})

test('signing out in one tab signs out the other', async () => {
  const { page } = await stories.enterDemo({ at: '/profile' })
  const other = await page.context().newPage()
  await other.goto('/profile')
  await other.getByRole('heading', { level: 1, name: 'Konto' }).waitFor()
  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  // Until the menu is there, the same word stands at the list of browsers alone.
  await page.getByRole('dialog').getByRole('button', { name: 'Abmelden' }).click()
  await page.waitForURL('**/login')
  await other.waitForURL((url) => url.pathname === '/login')
})

test('Enter saves a new name, Escape never does, and a failure shows an alert and loses nothing', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, '/devicesandlicenses')
  const saved: string[] = []
  page.on('request', (request) => void (request.method() === 'PUT' && saved.push(request.url())))
  const rename = async (from: string, to: string, key: string) => {
    await page
      .getByRole('button', { name: new RegExp(from) })
      .first()
      .click()
    const field = page.getByRole('textbox').first()
    await field.fill(to)
    await field.press(key)
    return field
  }
  await rename('Namen ändern: Wegwarte Spur', 'Verworfen', 'Escape')
  await page.getByText('Wegwarte Spur').first().waitFor()
  expect(saved).toEqual([])

  await rename('Namen ändern: Wegwarte Spur', 'Kombi', 'Enter')
  await page.getByRole('heading', { name: 'Kombi' }).first().waitFor()
  await expect.poll(() => saved).toHaveLength(1)

  await page.route('**/api/devices/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  const field = await rename('Namen ändern: Kombi', 'Neuer Name', 'Enter')
  await page.getByRole('alert').filter({ hasText: 'Der Gerätename konnte nicht gespeichert werden.' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('Neuer Name')
})

import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { widths } from './browser.ts'
import { becomeCustomer, signIn } from './customers.ts'
import { shareStories } from './stories.ts'

/* A server that answers HTML, nothing, too late or not at all: no white screen, the sentence of section 8, a way on. */

const stories = shareStories('demo')

const enterDemo = async () => (await stories.enterDemo()).page

const answers: [what: string, answer: (route: Route) => Promise<void>][] = [
  ['an HTML page', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })],
  ['500', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' })],
  ['404', (route) => route.fulfill({ status: 404, body: '' })],
]

describe.each(answers)('a server that answers the list of devices with %s', (_what, answer) => {
  test('leaves a sentence and a way to try again, which works', async () => {
    const page = await enterDemo()
    await page.route('**/api/devices', answer)
    await page.goto('/devicesandlicenses')
    await page.getByText('Geräteverwaltung temporär nicht verfügbar').waitFor({ timeout: 20_000 })
    await page.unroute('**/api/devices')
    await page
      .getByRole('button', { name: /erneut|noch einmal/i })
      .first()
      .click()
    await page.getByText('Reiseenduro').first().waitFor()
  })
})

test('licences that cannot be loaded say so without taking the devices away', async () => {
  const page = await enterDemo()
  await page.route('**/api/devices/licenses', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/devicesandlicenses')
  await page.getByText('Lizenzen konnten nicht geladen werden').waitFor({ timeout: 20_000 })
  await page.getByText('Reiseenduro').first().waitFor()
})

test('POIs and warnings that cannot be loaded say so, and the warnings can be asked for again', async () => {
  const page = await enterDemo()
  await page.route('**/api/poi/overview', (route) => route.fulfill({ status: 500, body: '' }))
  await page.route('**/api/weather/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/pois')
  await page
    .getByText('Fehler beim Laden der POIs. Bitte versuchen Sie es erneut.')
    .first()
    .waitFor({ timeout: 20_000 })
  const failed = 'Fehler beim Laden der Warnungen. Bitte versuchen Sie es später erneut.'
  await page.getByText(failed).first().waitFor({ timeout: 20_000 })
  await page.unroute('**/api/weather/**')
  const retry = page.getByRole('alert').filter({ hasText: failed }).getByRole('button')
  await retry.click()
  await page.getByText('Gemeinde Testberg').first().waitFor()
})

test('tiles that did not come are asked for again by „Erneut versuchen“, without moving the map', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], expected: /status of 502/ })
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
  await page.unroute(tiles)
  page.on('response', (response) => response.ok() && arrived.add(response.url()))
  await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => [...missing].filter((tile) => !arrived.has(tile))).toEqual([])
  await alert.waitFor({ state: 'detached' })
})

test('tiles that did not come do not hinder those of another choice of categories', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], expected: /status of 502/ })
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

test('a background that did not come is asked for again by itself', async () => {
  const { page, complaints } = await stories.enterDemo({
    width: widths[1],
    fakeClock: true,
    expected: /status of 502/,
  })
  const background = `${stories.tileOrigin}/**`
  await page.route(background, (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto('/pois')
  const note = page.getByText('Der Kartenhintergrund ist gerade nicht erreichbar.')
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
  // The map is drawn, in another size, while they are on their way.
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

test('a session that ended leads to the login and, after it, back to where one was', async () => {
  const page = await enterDemo()
  await page.goto('/profile')
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

test('what was typed into a dialogue when the session ended stands open again after the sign-in, but no password', async () => {
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
  expect(await dialog.getByLabel('Notizen').inputValue()).toBe('')
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
  expect(await emailDialog.getByLabel('Ihr Passwort', { exact: true }).inputValue()).toBe('')
})

test('a name that was typed where it stands when the session ended is in its field again, and saved by Enter', async () => {
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

test('a profile that cannot be loaded keeps the session, and can be asked for again or left', async () => {
  const page = await enterDemo()
  const outage = () => page.route('**/api/users/profile', (route) => route.fulfill({ status: 503, body: '' }))
  const failed = page.getByRole('heading', { level: 1, name: 'Ihr Konto konnte nicht geladen werden' })
  await outage()
  await page.goto('/profile')
  await failed.waitFor({ timeout: 20_000 })
  await page.goto('/impressum')
  await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor({ timeout: 20_000 })
  await page.goto('/profile')
  await failed.waitFor({ timeout: 20_000 })
  await page.unroute('**/api/users/profile')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page.getByRole('heading', { level: 1, name: 'Konto', exact: true }).waitFor()

  await outage()
  await page.reload()
  await failed.waitFor({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
})

test('signing in in one tab leads the other where it wanted to', async () => {
  const { page } = await stories.open('/login')
  const other = await page.context().newPage()
  await other.goto('/devicesandlicenses')
  await other.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('button', { name: 'Demokonto ausprobieren' }).click()
  await page.waitForURL('**/dashboard')
  await other.waitForURL('**/devicesandlicenses')
})

test('signing out in one tab signs out the other', async () => {
  const page = await enterDemo()
  const other = await page.context().newPage()
  await other.goto('/profile')
  await other.getByRole('heading', { level: 1, name: 'Konto' }).waitFor()
  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.waitForURL('**/login')
  await other.waitForURL((url) => url.pathname === '/login')
})

test('Enter saves a new name, Escape never does, and a failure is told by an alert that loses nothing', async () => {
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
  expect(saved).toHaveLength(1)

  await page.route('**/api/devices/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  const field = await rename('Namen ändern: Kombi', 'Neuer Name', 'Enter')
  await page.getByRole('alert').filter({ hasText: 'Der Gerätename konnte nicht gespeichert werden.' }).waitFor()
  expect(await field.inputValue()).toBe('Neuer Name')
})

import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer, confirmEmail, register, sell, setPassword, signIn } from './customers.ts'
import { letSecondsPass, letTimePassUntil, stopTime } from './page-time.ts'
import { shareStories } from './stories.ts'
import { linkIn } from '#server/testing/test-product.ts'

/* What happens automatically during the registration, and when (specification, sections 4 and 9). */

const stories = shareStories('customers')
const pathOf = (page: Page) => new URL(page.url()).pathname

describe('each step leads on by itself', () => {
  test('three seconds after the registration to the e-mail step', async () => {
    const { page } = await stories.open('/register', { fakeClock: true })
    await createAccount(page, 'weiter@example.org')
    expect(pathOf(page)).toBe('/register')
    await letSecondsPass(page, 3)
    await page.waitForURL((url) => url.pathname + url.search === '/email-verification?email=weiter%40example.org')
  })

  test('but not who has just chosen to go elsewhere, however long the way there takes', async () => {
    const { page } = await stories.open('/register', { fakeClock: true })
    const nextScreen = Promise.withResolvers<void>()
    await page.route('**/assets/LoginPage*.js', async (route) => {
      await nextScreen.promise
      await route.continue()
    })
    await createAccount(page, 'anderswohin@example.org')
    await page.getByRole('link', { name: 'Anmelden' }).click()
    await page.locator('[data-under-way]').waitFor({ state: 'attached' })
    await letSecondsPass(page, 4)
    nextScreen.resolve()
    await page.waitForURL((url) => url.pathname === '/login')
  })

  test('three seconds after the e-mail to the IMEI, five seconds after the IMEI to the login', async () => {
    const { link, email, imei, password } = await register(stories.product)
    await sell(stories.product, [imei])
    const { page } = await stories.open('/support', { fakeClock: true })
    await stopTime(page)
    await page.goto(link.pathname + link.search)
    await letTimePassUntil(page, page.getByRole('heading', { name: 'E-Mail-Adresse bestätigt' }))
    await page.getByText('Weiter zur IMEI-Bestätigung in 3 Sekunden.').first().waitFor()
    await letSecondsPass(page, 3)
    await page.waitForURL((url) => url.pathname === '/imei-verification' && url.searchParams.get('email') === email)
    await page.clock.resume()
    await setPassword(page, password)
    await page.getByLabel('IMEI', { exact: true }).fill(imei)
    await stopTime(page)
    await page.getByRole('button', { name: 'IMEI bestätigen' }).click()
    await letTimePassUntil(page, page.getByRole('heading', { name: 'Gerät bestätigt' }))
    await letSecondsPass(page, 4)
    expect(pathOf(page)).toBe('/imei-verification')
    await letSecondsPass(page, 1)
    const afterwards = `/login?${new URLSearchParams({ email, redirect: '/einrichten' }).toString()}`
    await page.waitForURL((url) => url.pathname + url.search === afterwards)
  })
})

test('a device with a claim code is claimed with the card from its box: the first one, and a further one', async () => {
  const customer = await register(stories.product)
  const further = String(Number(customer.imei) + 10 ** 12)
  await sell(stories.product, [customer.imei, further], '7KQ2-M4TX')
  await confirmEmail(stories.product, customer)
  const { page } = await stories.open(`/imei-verification?email=${encodeURIComponent(customer.email)}`)
  await page.getByLabel('IMEI', { exact: true }).fill(customer.imei)
  await page.getByRole('button', { name: 'IMEI bestätigen' }).click()
  await page.getByText('Diese IMEI ist nicht in unserer Datenbank registriert.').waitFor()
  await keepPictures(page, 'claim-code-registration')
  await page.getByLabel('Aktivierungscode').fill('7kq2 m4tx')
  await page.getByRole('button', { name: 'IMEI bestätigen' }).click()
  await page.getByRole('heading', { name: 'Gerät bestätigt' }).waitFor()

  await page.goto('/login?redirect=%2Fdevicesandlicenses')
  await signIn(page, customer)
  await page.getByRole('button', { name: 'Gerät hinzufügen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gerät hinzufügen' })
  await dialog.getByLabel('IMEI', { exact: true }).fill(further)
  await dialog.getByRole('button', { name: 'Gerät hinzufügen' }).click()
  await dialog.getByText('Diese IMEI ist nicht verfügbar.').waitFor()
  await keepPictures(page, 'claim-code-addition')
  await dialog.getByLabel('Aktivierungscode').fill('7KQ2-M4TX')
  await dialog.getByRole('button', { name: 'Gerät hinzufügen' }).click()
  await page.getByRole('article').nth(1).waitFor()
})

describe('the password, once the address is confirmed', () => {
  const confirmation = async ({ link }: { link: URL }) => {
    const { page } = await stories.open(link.pathname + link.search)
    await page.getByRole('link', { name: 'Jetzt weiter' }).click()
    await page.getByRole('heading', { name: 'Passwort festlegen oder bestätigen' }).waitFor()
    return page
  }

  test('is set by whoever opened the link, no matter who registered the address; a reload asks again until it is set', async () => {
    const stranger = await register(stories.product)
    await sell(stories.product, [stranger.imei])
    const page = await confirmation(stranger)
    await page.reload()
    await page.getByLabel('Passwort', { exact: true }).fill('die-eigene-1')
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill('die-andere-1')
    await page.getByRole('button', { name: 'Passwort speichern' }).click()
    await page.getByText('Passwörter stimmen nicht überein').waitFor()
    for (const label of ['Passwort', 'Passwort bestätigen'])
      await page.getByLabel(label, { exact: true }).fill('passwort')
    await page.getByRole('button', { name: 'Passwort speichern' }).click()
    await page.getByText('Dieses Passwort gehört zu den häufigsten').waitFor()
    await setPassword(page, 'die-eigene-1')
    await expect
      .poll(() => page.getByLabel('IMEI', { exact: true }).evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.getByLabel('IMEI', { exact: true }).fill(stranger.imei)
    await page.getByRole('button', { name: 'IMEI bestätigen' }).click()
    await page.getByRole('heading', { name: 'Gerät bestätigt' }).waitFor()
    await page.getByRole('link', { name: 'Jetzt weiter' }).click()
    await signIn(page, stranger)
    await page.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor()
    await signIn(page, { email: stranger.email, password: 'die-eigene-1' })
    await page.waitForURL('**/einrichten')
  })

  test('needs another link if this browser knows none', async () => {
    const { email, link } = await register(stories.product)
    await fetch(new URL(`/api/auth/verify-email${link.search}`, stories.product.url))
    const { page } = await stories.open(`/imei-verification?email=${encodeURIComponent(email)}`)
    const step = page.getByRole('list', { name: 'Fortschritt der Registrierung' }).getByRole('listitem')
    await step.filter({ hasText: 'E-Mail bestätigen' }).waitFor()
    await expect.poll(() => step.filter({ hasText: 'erledigt' }).count()).toBe(0)
    await page.getByLabel('IMEI', { exact: true }).fill('999999999999999')
    await page.getByRole('button', { name: 'IMEI bestätigen' }).click()
    await page.getByText('Bitte legen Sie zuerst Ihr Passwort fest').waitFor()
    await expect.poll(() => step.filter({ hasText: 'erledigt' }).count()).toBe(2)
    await page.getByRole('link', { name: 'Neuen Link anfordern' }).click()
    await page.waitForURL((url) => url.pathname === '/email-verification' && url.searchParams.get('email') === email)
  })

  test('can no longer be set once the registration is complete', async () => {
    const customer = await register(stories.product)
    const page = await confirmation(customer)
    await becomeCustomer(stories.product, customer)
    await page.getByLabel('Passwort', { exact: true }).fill('zu-spaet-1')
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill('zu-spaet-1')
    await page.getByRole('button', { name: 'Passwort speichern' }).click()
    await page.getByText('Ihr Konto ist schon fertig.').waitFor()
    await page.getByRole('link', { name: 'Anmelden' }).last().click()
    await page.waitForURL('**/login?email=*')
  })
})

describe('another e-mail', () => {
  const sent = (route: Route) =>
    route.fulfill({ contentType: 'application/json', body: '{"success":true,"data":{"cooldownSeconds":60}}' })

  test('can be requested once a minute; the message disappears after five seconds', async () => {
    const { page } = await stories.open('/email-verification?email=warten%40example.org', { fakeClock: true })
    await page.route('**/api/auth/resend-verification', sent)
    await stopTime(page)
    await page.getByRole('button', { name: 'Neuen Link senden' }).click()
    const message = page.getByText('Eine neue Registrierungsmail wurde gesendet.')
    await letTimePassUntil(page, message)
    await page.getByRole('button', { name: 'Neuer Link in 60 Sekunden' }).waitFor()
    await letSecondsPass(page, 4)
    await expect.poll(() => message.isVisible()).toBe(true)
    await letSecondsPass(page, 1)
    await message.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Neuer Link in 55 Sekunden' }).waitFor()
    await letSecondsPass(page, 54)
    await page.getByRole('button', { name: 'Neuer Link in 1 Sekunde', exact: true }).waitFor()
    await letSecondsPass(page, 1)
    await page.getByRole('button', { name: 'Neuen Link senden' }).waitFor()
  })

  test('needs an address; a failure is shown, and that it can be tried again', async () => {
    const { page } = await stories.open('/email-verification', { fakeClock: true })
    await page.getByRole('button', { name: 'Neuen Link senden' }).click()
    await page.getByText('Keine E-Mail-Adresse verfügbar').waitFor()
    await page.getByLabel('E-Mail-Adresse').fill('jemand@example.org')
    await page.route('**/api/auth/resend-verification', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Neuen Link senden' }).click()
    await letTimePassUntil(page, page.getByText('E-Mail konnte nicht erneut gesendet werden'))
    await page.getByText('Serverfehler. Bitte versuchen Sie es später erneut.').waitFor()
    await page.getByRole('button', { name: 'Neuen Link senden' }).waitFor()
  })
})

describe('an address that is to be verified', () => {
  test('can be checked again after a failure, without another e-mail', async () => {
    const { link } = await register(stories.product)
    const { page } = await stories.open('/support', { fakeClock: true })
    await page.route('**/api/auth/verify-email*', (route) => route.abort())
    await page.goto(link.pathname + link.search)
    await letTimePassUntil(page, page.getByText(/Wir konnten den Link nicht prüfen/))
    await page.unroute('**/api/auth/verify-email*')
    await page.getByRole('button', { name: /erneut|noch einmal/i }).click()
    await page.getByRole('heading', { name: 'E-Mail-Adresse bestätigt' }).waitFor()
  })
})

describe('the IMEI', () => {
  test('that is refused can be tried again, with as many attempts as the server says', async () => {
    const { email } = await confirmEmail(stories.product)
    const { page } = await stories.open(`/imei-verification?email=${encodeURIComponent(email)}`)
    // The attempts are not shown until the server has named them.
    await page.getByRole('button', { name: 'IMEI bestätigen' }).waitFor()
    await expect.poll(() => page.getByText(/Noch \d/).count()).toBe(0)
    const refuse = (attempts: string) => (route: Route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/json',
        body: `{"success":false,"error":{"code":"IMEI_NOT_FOUND","message":"Diese IMEI ist nicht registriert."${attempts}}}`,
      })
    const tryOnce = async () => {
      await page.getByLabel('IMEI', { exact: true }).fill('999999999999999')
      await page.getByRole('button', { name: 'IMEI bestätigen' }).click()
    }
    await page.route('**/api/auth/verify-imei', refuse(',"remainingAttempts":3'))
    await tryOnce()
    await page.getByText('Noch 3 Versuche').waitFor()
    await page.unroute('**/api/auth/verify-imei')
    await page.route('**/api/auth/verify-imei', refuse(''))
    await tryOnce()
    await page.getByText('Noch 2 Versuche').waitFor()
    await page.getByRole('button', { name: /erneut|noch einmal/i }).click()
    await expect
      .poll(() => page.getByLabel('IMEI', { exact: true }).evaluate((field) => field === document.activeElement))
      .toBe(true)
  })

  test.each([
    ['abort', 'Verbindungsfehler. Bitte versuchen Sie es später erneut.'],
    ['ALREADY_ASSIGNED', 'Dieses Gerät gehört bereits zu einem anderen Konto.'],
  ])('that fails with %s says: %s', async (failure, sentence) => {
    const { email } = await confirmEmail(stories.product)
    const { page } = await stories.open(`/imei-verification?email=${encodeURIComponent(email)}`, { fakeClock: true })
    const other = failure === 'abort' ? null : await becomeCustomer(stories.product)
    if (other === null) await page.route('**/api/auth/verify-imei', (route) => route.abort())
    await page.getByLabel('IMEI', { exact: true }).fill(other?.imei ?? '356000000000999')
    await page.getByRole('button', { name: 'IMEI bestätigen' }).click()
    await letTimePassUntil(page, page.getByText(sentence))
  })
})

describe('a session', () => {
  test('whose profile is refused at the start is ended, and the visitor signs in again', async () => {
    const customer = await becomeCustomer(stories.product)
    const { page } = await stories.open('/login')
    await signIn(page, customer)
    await page.waitForURL('**/dashboard')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.route('**/api/users/profile', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: '{"success":false}' }),
    )
    await page.reload()
    await page.waitForURL((url) => url.pathname + url.search === '/login?redirect=%2Fdashboard')
  })

  test('of a user who is no longer verified leads to the missing step', async () => {
    const customer = await becomeCustomer(stories.product)
    const { page } = await stories.enter(customer, '/dashboard')
    await stories.product.operate('users', 'unverify', customer.email)
    await page.goto('/devicesandlicenses')
    await page.waitForURL('**/email-verification*')
  })
})

test('a forgotten password is replaced by the mailed link', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.open('/login')
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
  await page.getByRole('heading', { name: 'Passwort zurücksetzen' }).waitFor()
  await page.getByLabel('E-Mail-Adresse').fill(customer.email)
  await page.getByRole('main').getByRole('button').click()
  await page.getByText('Bitte sehen Sie in Ihr Postfach').waitFor()
  const link = linkIn(await stories.product.mail.emailTo(customer.email, /Passwort/))
  await page.goto(link.pathname + link.search)
  await page.getByLabel('Neues Passwort', { exact: true }).fill('ganz-neu-77')
  await page.getByLabel('Neues Passwort bestätigen', { exact: true }).fill('ganz-neu-78')
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.getByText('Passwörter stimmen nicht überein').waitFor()
  await page.getByLabel('Neues Passwort bestätigen', { exact: true }).fill('ganz-neu-77')
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.getByText('Ihr Passwort ist geändert').waitFor()
  await page.goto('/login')
  await signIn(page, { email: customer.email, password: 'ganz-neu-77' })
  await page.waitForURL('**/dashboard')
})

/** Until the page says so. Its time is stopped then. */
async function createAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill('sehr-geheim-23')
  await page.getByLabel('Passwort bestätigen', { exact: true }).fill('sehr-geheim-23')
  await stopTime(page)
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await letTimePassUntil(page, page.getByText('Registrierung erfolgreich'))
}

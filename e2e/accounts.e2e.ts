import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { confirmEmail, register, signIn } from './customers.ts'
import { letTimePassUntil, stopTime } from './page-time.ts'
import { shareStories } from './stories.ts'

/* What can go wrong on the way into the product, and what the visitor is told (specification, sections 4, 5 and 8). */

const stories = shareStories('customers')

async function open(path: string, fakeClock = false): Promise<Page> {
  const { page } = await stories.open(path, { fakeClock })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

describe('the login', () => {
  test('can be sent only when both fields are filled, and takes the e-mail address from the page address', async () => {
    const page = await open('/login?email=erika%40example.org')
    await expect.poll(() => page.getByLabel('E-Mail-Adresse').inputValue()).toBe('erika@example.org')
    const button = page.getByRole('button', { name: 'Anmelden', exact: true })
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Passwort', { exact: true }).fill('x')
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
    for (const [name, path] of [
      ['Passwort vergessen?', '/password-reset'],
      ['Jetzt registrieren', '/register'],
      ['E-Mail bestätigen', '/email-verification'],
      ['IMEI bestätigen', '/imei-verification'],
    ] as const) {
      await expect.poll(() => page.getByRole('link', { name }).getAttribute('href')).toContain(path)
    }
    await expect.poll(() => page.getByRole('button', { name: 'Demokonto ausprobieren' }).count()).toBe(0)
  })

  test('distinguishes a wrong password, the missing e-mail step and a lost connection', async () => {
    const customer = await register(stories.product)
    const { email } = customer
    const page = await open('/login')
    await signIn(page, { email, password: 'falsch1' })
    await page.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor()
    await signIn(page, customer)
    await page.getByText(/Ihre E-Mail-Adresse ist noch nicht bestätigt/).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.route('**/api/auth/login', (route) => route.abort())
    await signIn(page, customer)
    await page.getByText('Verbindungsproblem. Bitte prüfen Sie Ihre Internetverbindung.').waitFor()
    await expect.poll(() => page.getByLabel('E-Mail-Adresse').inputValue()).toBe(email)
  })

  test('leads users without the IMEI step to that step, and refuses disabled users', async () => {
    const customer = await confirmEmail(stories.product)
    const page = await open('/login')
    await signIn(page, customer)
    await page.getByText(/Bestätigen Sie die IMEI Ihres Geräts/).waitFor()
    const link = page.getByRole('main').getByRole('link', { name: 'IMEI bestätigen' }).first()
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe(`/imei-verification?email=${encodeURIComponent(customer.email)}`)
    // The server has just sent an e-mail: the next one is possible in a minute, and the button says so.
    await page.getByRole('button', { name: 'Registrierungsmail erneut senden' }).click()
    await page.getByText('Fehler beim Senden der E-Mail.').waitFor()
    await page.getByRole('button', { name: /Registrierungsmail erneut senden \(in \d+ Sekunden\)/ }).waitFor()
    await stories.product.operate('users', 'disable', customer.email)
    await signIn(page, customer)
    await page.getByText('Ihr Konto ist deaktiviert. Kontaktieren Sie den Support.').waitFor()
  })

  test('leads only to addresses of the product', async () => {
    const page = await open('/login')
    for (const target of ['//evil.example', 'https://evil.example', '%5C%5Cevil.example']) {
      await page.goto(`/login?redirect=${target}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).origin).toBe(stories.product.url)
    }
  })
})

describe('registering', () => {
  test('checks each field when it is left, and says at the end what to correct', async () => {
    const page = await open('/register')
    await page.getByLabel('E-Mail-Adresse').fill('falsch')
    await page.getByLabel('Passwort', { exact: true }).fill('12345')
    await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor()
    const strength = page.getByRole('status').filter({ hasText: 'Passwortstärke' })
    for (const [password, word] of [
      ['      ', 'sehr schwach'],
      ['falsch', 'sehr schwach'],
      ['zeltbau', 'schwach'],
      ['kurve-links', 'mittel'],
      ['Kurve links am Wehr', 'gut'],
      ['12345', 'sehr schwach'],
    ] as const) {
      await page.getByLabel('Passwort', { exact: true }).fill(password)
      await strength.filter({ hasText: `Passwortstärke: ${word}.` }).waitFor()
    }
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill('123456')
    await page.getByText('Passwort muss mindestens 6 Zeichen lang sein').waitFor()
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await page.getByText('Passwörter stimmen nicht überein').waitFor()
    await page.getByText('Bitte korrigieren Sie die Eingabefehler').waitFor()
  })

  test('shows at the field that the address is taken, and keeps everything that was typed', async () => {
    const { email, password } = await register(stories.product)
    const page = await open('/register')
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await page.getByText('Diese E-Mail-Adresse ist bereits registriert').waitFor()
    await expect.poll(() => page.getByLabel('E-Mail-Adresse').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.getByLabel('Passwort', { exact: true }).inputValue()).toBe(password)
  })

  test('shows at the field that the password is one of the commonest, before any account is made', async () => {
    const page = await open('/register')
    await page.getByLabel('E-Mail-Adresse').fill('noch-ein-neuling@example.org')
    const field = page.getByLabel('Passwort', { exact: true })
    const again = page.getByLabel('Passwort bestätigen', { exact: true })
    const create = async (password: string) => {
      await field.fill(password)
      await again.fill(password)
      await page.getByRole('button', { name: 'Konto anlegen' }).click()
    }
    await create('Qwertz123')
    await page.getByText('Dieses Passwort gehört zu den häufigsten').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await create('kurve-links-am-wehr')
    await page.getByText('Registrierung erfolgreich').waitFor()
  })

  test('sends one request however often the button is pressed, and leads on after 3 s unless the visitor chooses to stay', async () => {
    const page = await open('/register', true)
    const sent: unknown[] = []
    page.on('request', (request) => request.url().endsWith('/api/auth/register') && sent.push(request.postDataJSON()))
    const [email, password] = ['neuling@example.org', 'sehr-geheim-23']
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill(password)
    await stopTime(page)
    await page.getByRole('button', { name: 'Konto anlegen' }).dblclick()
    await letTimePassUntil(page, page.getByText('Registrierung erfolgreich'))
    // The button that had the focus is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Registrierung erfolgreich')
    expect(sent).toEqual([{ email, password }])
    await page.getByRole('link', { name: 'Jetzt weiter' }).waitFor()
    await page.getByRole('button', { name: 'Hier bleiben' }).click()
    await page.clock.runFor(10_000)
    expect(new URL(page.url()).pathname).toBe('/register')
  })
})

describe('the e-mailed link', () => {
  test('still leads on when it is opened a second time', async () => {
    const { email, link } = await register(stories.product)
    await fetch(new URL(`/api/auth/verify-email${link.search}`, stories.product.url))
    const page = await open(link.pathname + link.search)
    await page.getByText('Link bereits verwendet').waitFor()
    await page.getByRole('link', { name: 'Weiter zur IMEI-Bestätigung' }).click()
    await page.waitForURL((url) => url.pathname === '/imei-verification' && url.searchParams.get('email') === email)
  })

  test('can be requested again when it is invalid', async () => {
    const page = await open('/email-verification?token=kaputt&email=a%40b.de')
    await page.getByText('Link ungültig oder abgelaufen').waitFor()
  })
})

describe('the IMEI', () => {
  test('without a known e-mail address leads back to the e-mail step', async () => {
    const { page } = await stories.open('/imei-verification')
    await page.waitForURL('**/email-verification')
  })

  test('can be tried five times, counted down; then the button is blocked, even after a reload, but only for this address', async () => {
    const { email } = await confirmEmail(stories.product)
    const page = await open(`/imei-verification?email=${encodeURIComponent(email)}`)
    const button = page.getByRole('button', { name: 'IMEI bestätigen' })
    await page.getByLabel('IMEI', { exact: true }).fill('12345')
    await button.click()
    await page.getByText('IMEI muss genau 15 Ziffern enthalten').waitFor()
    for (const left of [
      'Noch 4 Versuche',
      'Noch 3 Versuche',
      'Noch 2 Versuche',
      'Noch 1 Versuch',
      'Kein Versuch mehr',
    ]) {
      await page.getByLabel('IMEI', { exact: true }).fill('999999-999999 999')
      await button.click()
      await page.getByText(left).waitFor()
      if (left !== 'Kein Versuch mehr') await page.getByText(/IMEI-Verifizierung fehlgeschlagen/).waitFor()
    }
    await page.getByText('Das Limit von 5 Versuchen pro Stunde ist erreicht.').waitFor()
    await page.getByText(/Sie können es ab \d\d:\d\d Uhr wieder versuchen\./).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /erneut|noch einmal/i }).count()).toBe(0)
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await page.reload()
    await page.getByText('Kein Versuch mehr').waitFor()
    await page.getByText(/Sie können es ab \d\d:\d\d Uhr wieder versuchen\./).waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    // Another address has its own attempts.
    const other = await confirmEmail(stories.product)
    await page.goto(`/imei-verification?email=${encodeURIComponent(other.email)}`)
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
    await expect.poll(() => page.getByText(/Versuch/).count()).toBe(0)
  })
})

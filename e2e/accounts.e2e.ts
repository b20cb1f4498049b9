import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, visit, widths } from './browser.ts'
import { type RunningProduct, startRunningProduct } from './product.ts'
import { linkIn } from '#server/testing/test-product.ts'

/* What can go wrong on the way into the product, and what the visitor is told (specification, sections 4, 5 and 8). */

let product: RunningProduct
let browser: Browser
let visitors = 0

beforeAll(async () => {
  product = await startRunningProduct()
  browser = await launchBrowser()
}, 120_000)

afterAll(async () => {
  await browser.close()
  await product.stop()
})

const password = 'sehr-geheim-23'

async function open(path: string, fakeClock = false): Promise<Page> {
  const { page } = await visit(browser, { baseUrl: product.url, width: widths[0] })
  if (fakeClock) await page.clock.install()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

function newEmail(): string {
  visitors += 1
  return `besucher${visitors}@example.org`
}

async function post(path: string, body: unknown): Promise<void> {
  await fetch(new URL(path, product.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function registered(): Promise<{ email: string; link: URL }> {
  const email = newEmail()
  await post('/api/auth/register', { email, password })
  return { email, link: linkIn(await product.mail.letterTo(email)) }
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

describe('the login', () => {
  test('can be sent only when both fields are filled, and is prefilled by its address', async () => {
    const page = await open('/login?email=erika%40example.org')
    expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe('erika@example.org')
    const button = page.getByRole('button', { name: 'Anmelden' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Passwort', { exact: true }).fill('x')
    expect(await button.getAttribute('aria-disabled')).toBeNull()
    for (const [name, path] of [
      ['Passwort vergessen?', '/password-reset'],
      ['Jetzt registrieren', '/register'],
      ['E-Mail bestätigen', '/email-verification'],
      ['IMEI bestätigen', '/imei-verification'],
    ] as const) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toContain(path)
    }
    expect(await page.getByRole('button', { name: 'Demokonto ausprobieren' }).count()).toBe(0)
    await page.context().close()
  })

  test('tells a wrong password, the missing e-mail step and a lost connection apart', async () => {
    const { email } = await registered()
    const page = await open('/login')
    await signIn(page, email, 'falsch1')
    await page.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor()
    await signIn(page, email)
    await page.getByText(/Ihre E-Mail-Adresse ist noch nicht bestätigt/).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.route('**/api/auth/login', (route) => route.abort())
    await signIn(page, email)
    await page.getByText('Verbindungsproblem. Bitte prüfen Sie Ihre Internetverbindung.').waitFor()
    expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe(email)
    await page.context().close()
  })

  test('leads who misses the IMEI step there, and refuses who is disabled', async () => {
    const { email, link } = await registered()
    await fetch(new URL(`/api/auth/verify-email${link.search}`, product.url))
    const page = await open('/login')
    await signIn(page, email)
    await page.getByText(/Bestätigen Sie die IMEI Ihres Geräts/).waitFor()
    await product.operate('users', 'disable', email)
    await signIn(page, email)
    await page.getByText('Ihr Konto ist deaktiviert. Kontaktieren Sie den Support.').waitFor()
    await page.context().close()
  })

  test('leads nowhere but to own addresses', async () => {
    for (const target of ['//evil.example', 'https://evil.example', '%5C%5Cevil.example']) {
      const page = await open(`/login?redirect=${target}`)
      expect(new URL(page.url()).origin).toBe(product.url)
      await page.context().close()
    }
  })
})

describe('registering', () => {
  test('checks each field when it is left, and says at the end what to correct', async () => {
    const page = await open('/register')
    await page.getByLabel('E-Mail-Adresse').fill('falsch')
    await page.getByLabel('Passwort', { exact: true }).fill('12345')
    await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor()
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill('123456')
    await page.getByText('Passwort muss mindestens 6 Zeichen lang sein').waitFor()
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await page.getByText('Passwörter stimmen nicht überein').waitFor()
    await page.getByText('Bitte korrigieren Sie die Eingabefehler').waitFor()
    await page.context().close()
  })

  test('tells at the field that the address is taken, and loses nothing that was typed', async () => {
    const { email } = await registered()
    const page = await open('/register')
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await page.getByText('Diese E-Mail-Adresse ist bereits registriert').waitFor()
    expect(await page.getByLabel('E-Mail-Adresse').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Passwort', { exact: true }).inputValue()).toBe(password)
    await page.context().close()
  })

  test('sends one request however often the button is pressed, and leads on after 3 s unless one stays', async () => {
    const page = await open('/register', true)
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/auth/register') && sent.push(request.method()))
    const email = newEmail()
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Konto anlegen' }).dblclick()
    await page.getByText('Registrierung erfolgreich').waitFor()
    expect(sent).toEqual(['POST'])
    await page.getByRole('link', { name: 'Jetzt weiter' }).waitFor()
    await page.getByRole('button', { name: 'Hier bleiben' }).click()
    await page.clock.runFor(10_000)
    expect(new URL(page.url()).pathname).toBe('/register')
    await page.context().close()
  })
})

describe('the mailed link', () => {
  test('opened twice leads on instead of to a dead end', async () => {
    const { email, link } = await registered()
    await fetch(new URL(`/api/auth/verify-email${link.search}`, product.url))
    const page = await open(link.pathname + link.search)
    await page.getByText('Link bereits verwendet').waitFor()
    await page.getByRole('link', { name: 'Weiter zur IMEI-Bestätigung' }).click()
    await page.waitForURL((url) => url.pathname === '/imei-verification' && url.searchParams.get('email') === email)
    await page.context().close()
  })

  test('that is none can be asked for anew', async () => {
    const page = await open('/email-verification?token=kaputt&email=a%40b.de')
    await page.getByText('Link ungültig oder abgelaufen').waitFor()
    await page.context().close()
  })
})

describe('the IMEI', () => {
  test('without a known e-mail address leads back to the e-mail step', async () => {
    const { page } = await visit(browser, { baseUrl: product.url, width: widths[0] })
    await page.goto('/imei-verification')
    await page.waitForURL('**/email-verification')
    await page.context().close()
  })

  test('can be tried five times, counted down; then the button is blocked', async () => {
    const { email, link } = await registered()
    await fetch(new URL(`/api/auth/verify-email${link.search}`, product.url))
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
    }
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await page.context().close()
  })
})

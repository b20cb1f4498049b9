import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { settle } from './at-rest.ts'
import type { Visit } from './browser.ts'
import { becomeCustomer, signIn } from './customers.ts'
import { faultsEverywhere, faultsWhenNarrow, narrowest } from './faults.ts'
import { shareStories } from './stories.ts'
import { chooseDevice } from './tracking-screen.ts'

/* Dialogues, menus, errors and empty places, at both widths and in both themes: nothing that axe-core finds. */

const stories = shareStories('demo')

interface State {
  name: string
  /** Null: `reach` opens the screen itself. */
  path: string | null
  /** Leads to the state, and waits until it is shown. */
  reach(page: Page): Promise<unknown>
  /** The part of the page that shows the state, if it is not the whole page. */
  within?: string
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const failing = (page: Page, pattern: string, status = 418) =>
  page.route(pattern, (route) => route.fulfill({ status, body: '' }))

/** Presses what opens a dialogue, and waits for it. */
const dialogue = (path: string, opener: string | RegExp, submit?: string): State => ({
  name: `${path} › ${String(opener)}${submit === undefined ? '' : ' with errors'}`,
  path,
  within: 'dialog',
  async reach(page) {
    const opening = page.getByRole('button', { name: opener, includeHidden: true }).first()
    await opening.waitFor({ state: 'attached' })
    await opening.evaluate((element) => element.closest('details')?.setAttribute('open', ''))
    await opening.click()
    const dialog = page.getByRole('dialog').last()
    await dialog.waitFor()
    if (submit === undefined) return
    await dialog.getByRole('button', { name: submit }).click()
    await dialog.locator('[aria-invalid=true]').first().waitFor()
  },
})

const inTheDemo: State[] = [
  dialogue('/dashboard', 'Menü öffnen'),
  dialogue('/devicesandlicenses', /^Bearbeiten/),
  dialogue('/devicesandlicenses', /^Übergeben/),
  dialogue('/devicesandlicenses', /^Entfernen/),
  dialogue('/devicesandlicenses', 'Lizenzschlüssel einlösen', 'Einlösen'),
  dialogue('/devicesandlicenses', /^Übertragen/),
  dialogue('/devicesandlicenses', /^Freigeben/),
  {
    name: 'devices and licences that cannot be loaded',
    path: null,
    async reach(page) {
      await failing(page, '**/api/devices**')
      await page.goto('/devicesandlicenses')
      await page.getByText('Geräteverwaltung temporär nicht verfügbar').waitFor()
    },
  },
  {
    name: 'a name that is edited',
    path: '/devicesandlicenses',
    async reach(page) {
      await button(page, /Namen ändern/).click()
      await page.getByRole('textbox', { name: 'Gerätename' }).waitFor()
    },
  },
  {
    name: 'a map whose POIs and warnings cannot be loaded',
    path: null,
    async reach(page) {
      await failing(page, '**/api/poi/**')
      await failing(page, '**/api/weather/**')
      await page.goto('/pois')
      await page.getByText('Fehler beim Laden der POIs. Bitte versuchen Sie es erneut.').first().waitFor()
    },
  },
  {
    name: 'a history with a chosen position',
    path: '/tracking?tab=rides',
    async reach(page) {
      await chooseDevice(page, 0)
      await button(page, '7 Tage').click()
      await page.waitForURL(/range=last7Days/)
      await page.locator('[aria-busy=false]', { has: page.getByRole('region', { name: /^Karte des/ }) }).waitFor()
      // By keyboard, because the pin of another place may lie above it.
      await page
        .getByRole('button', { name: /^Position \d+, / })
        .last()
        .press('Enter')
      await page.getByRole('dialog', { name: /Position \d/ }).waitFor()
    },
  },
  {
    name: 'the question before all positions are deleted',
    path: '/tracking?tab=settings',
    within: 'dialog',
    async reach(page) {
      await button(page, 'Gespeicherte Positionen löschen').click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

const ofACustomer: State[] = [
  dialogue('/profile', 'E-Mail-Adresse ändern', 'E-Mail-Adresse ändern'),
  dialogue('/profile', 'Passwort ändern', 'Passwort ändern'),
  dialogue('/devicesandlicenses', 'Gerät hinzufügen', 'Gerät hinzufügen'),
  {
    name: 'no device',
    path: null,
    async reach(page) {
      await page.route('**/api/devices', (route) =>
        route.fulfill({ contentType: 'application/json', body: '{"success":true,"data":[]}' }),
      )
      await page.goto('/devicesandlicenses')
      await page.getByText('Noch kein Gerät in Ihrem Konto').waitFor()
      await page.goto('/tracking')
      await page.getByText('Sie haben noch kein Gerät').waitFor()
    },
  },
  {
    name: 'a screen that cannot be reached',
    path: '/dashboard',
    async reach(page) {
      await page.route('**/assets/TrackingPage*.js', (route) => route.abort())
      await page.getByRole('link', { name: /Positionstracking/ }).click()
      await page.getByRole('heading', { name: 'Navigation fehlgeschlagen' }).waitFor()
    },
  },
]

const signedOut: State[] = [
  {
    name: 'a refused login',
    path: '/login',
    async reach(page) {
      await signIn(page, { email: 'niemand@example.org', password: 'falsch-falsch' })
      await page.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor()
    },
  },
  {
    name: 'a registration with errors',
    path: '/register',
    async reach(page) {
      await page.getByLabel('E-Mail-Adresse').fill('falsch')
      await button(page, 'Konto anlegen').click()
      await page.getByText('Bitte korrigieren Sie die Eingabefehler').waitFor()
    },
  },
  {
    name: 'a link that is none',
    path: '/email-verification?token=kaputt&email=a%40b.de',
    reach: (page) => page.getByText('Link ungültig oder abgelaufen').first().waitFor(),
  },
  {
    name: 'an IMEI that is none',
    path: '/imei-verification?email=a%40b.de',
    async reach(page) {
      await page.getByLabel('IMEI', { exact: true }).fill('999999999999999')
      await button(page, 'IMEI bestätigen').click()
      await page.getByText('IMEI-Verifizierung fehlgeschlagen').waitFor()
    },
  },
  {
    name: 'a contact form with errors',
    path: '/contact',
    async reach(page) {
      await button(page, 'Nachricht senden').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
]

describe('every state is accessible and fits', () => {
  test('in the demo world', async () => {
    const visitor = await stories.enterDemo({ at: null })
    expect(await faultsOfAll(visitor, inTheDemo)).toEqual([])
  })

  test('of a customer', async () => {
    const visitor = await stories.enter(await becomeCustomer(stories.product), null)
    expect(await faultsOfAll(visitor, ofACustomer)).toEqual([])
  })

  test('signed out', async () => {
    const visitor = await stories.open('/support')
    expect(await faultsOfAll(visitor, signedOut)).toEqual([])
  })
})

async function faultsOfAll(visitor: Visit, states: readonly State[]): Promise<string[]> {
  const { page } = visitor
  const found: string[] = []
  for (const { name, path, reach, within } of states) {
    // Not every state begins at a screen that is loaded before.
    if (path !== null) {
      await page.goto(path)
      // What an answer brings may move a button between its being found and being pressed.
      await settle(visitor)
    }
    await reach(page)
    await settle(visitor)
    found.push(...(await faultsEverywhere(page, name, within)))
    // Screens are looked at when narrow elsewhere; dialogues only here.
    if (within === 'dialog') found.push(...(await faultsWhenNarrow(page, name, narrowest, within)))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return found
}

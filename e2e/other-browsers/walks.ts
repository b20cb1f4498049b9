import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { widths } from '#e2e/browser.ts'
import { becomeCustomer, type Customer, sell } from '#e2e/customers.ts'
import { type RunningProduct, startRunningProduct } from '#e2e/product.ts'
import { report } from '#e2e/recorded-rides.ts'
import { startTileServer, type TileServer } from '#e2e/tile-server.ts'
import { destination } from '#domain/geo.ts'
import { linkIn } from '#server/testing/test-product.ts'
import { screens } from '#web/app/screens.ts'
import type { BrowserKind, BrowserWindow } from './browser-window.ts'
import { keep } from './artefacts.ts'
import { faultsInSight, insideOf, settle } from './looks.ts'
import { button, heading, label, role, text } from './things.ts'
import { type Visitor, visitorAt } from './visitor.ts'

/*
 * What riders do most, and every screen, in browsers other than Chromium: at both widths and in both themes, without an
 * error of a script and nothing that the content security policy refused.
 */

const [phone, desktop] = widths

interface World {
  product: RunningProduct
  tiles: TileServer
}

/** The walks of one browser, with a product of their own. */
export function walkThrough(kind: BrowserKind): void {
  let world: World

  beforeAll(async () => {
    const tiles = await startTileServer()
    world = { tiles, product: await startRunningProduct({ DEMO: '1', TILE_URL: tiles.template }) }
  })

  afterAll(async () => {
    await world.product.stop()
    await world.tiles.close()
  })

  describe.each([
    { theme: 'light', dark: false, width: phone },
    { theme: 'dark', dark: true, width: desktop },
  ])(`in ${kind.name}, $theme, on a $width.name`, ({ theme, dark, width }) => {
    let window: BrowserWindow
    const visitor = () => visitorAt({ window, dark, baseUrl: world.product.url, name: `${kind.name}-${theme}` })

    beforeAll(async () => {
      window = await kind.open({ dark })
    })

    afterAll(() => window.close())

    /** A fresh visitor's walk; afterwards nothing is complained of. */
    const walk = (name: string, go: (visitor: Visitor) => Promise<void>) =>
      test(name, async () => {
        const walker = visitor()
        await window.resize(width)
        // Of the same origin, and nothing runs there that would remember anything.
        await walker.goto('/favicon.svg')
        await window.run(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
        await window.complaints()
        await go(walker)
        expect(await window.complaints()).toEqual([])
      })

    walk('a new customer registers, follows the mailed link, proves the purchase and signs in', (walker) =>
      becomesCustomer(walker, world, `${kind.name}-${theme}@example.org`.toLowerCase()),
    )
    walk('the map shows what waits on the road, and the card of what is chosen', looksAround)
    walk('tracking is enabled with consent, and the history of a round trip shows both its ends', (walker) =>
      recordsRoundTrip(walker, world),
    )
    walk('what is seen on the road is reported on the map', (walker) => reports(walker, world, kind))
    walk('the password of the account is changed', (walker) => changesPassword(walker, world))
    walk('the e-mail address of the account is changed by the mailed link', (walker) => changesEmail(walker, world))
    walk('the menu gives the focus back where it was, the first time, too', givesFocusBack)
    walk('every screen of a visitor stands and fits', (walker) =>
      findsNoFault(walker, pathsFor('public', 'signed-out')),
    )
    walk('every screen of a customer stands and fits', async (walker) => {
      await entersDemo(walker)
      await findsNoFault(walker, pathsFor('signed-in'))
    })
    walk('a route that is given is checked, and its lists look like all others', checksRoute)

    test('the map is as bright as the rest of the page where its tiles do not come', async () => {
      const walker = visitor()
      await window.resize(width)
      world.tiles.fails = true
      await walker.goto('/favicon.svg')
      // Where nothing is remembered from before.
      await walker.goto('/pois#map=8/50.5/9.5')
      await walker.see(text('Der Kartenhintergrund ist gerade nicht erreichbar.'))
      const map = await insideOf(window, 'canvas')
      world.tiles.fails = false
      await window.complaints()
      expect(map?.lightness).toBeGreaterThan(dark ? 0 : 0.7)
      expect(map?.lightness).toBeLessThan(dark ? 0.3 : 1)
    })
  })
}

async function becomesCustomer(walker: Visitor, { product }: World, email: string): Promise<void> {
  const [password, imei] = ['sehr-geheim-23', imeiOf(email)]
  await sell(product, [imei])
  await walker.goto('/register')
  await walker.fill(label('E-Mail-Adresse'), email)
  await walker.fill(label('Passwort'), password)
  await walker.fill(label('Passwort bestätigen'), password)
  await walker.click(button('Konto anlegen'))
  await walker.arriveAt(/^\/email-verification\?/)
  const link = linkIn(await product.mail.letterTo(email))
  await walker.goto(link.pathname + link.search)
  await walker.arriveAt(/^\/imei-verification\?/)
  await walker.fill(label('Passwort'), password)
  await walker.fill(label('Passwort bestätigen'), password)
  await walker.click(button('Passwort speichern'))
  await walker.fill(label('IMEI'), imei)
  await walker.click(button('IMEI bestätigen'))
  await walker.arriveAt(/^\/login/)
  await walker.goto('/login')
  await signsIn(walker, { email, password }, '/dashboard')
}

/** Any 15 digits are an IMEI. */
function imeiOf(email: string): string {
  const sum = [...email].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_000, 7)
  return `357000000${String(sum).padStart(6, '0')}`
}

async function looksAround(walker: Visitor): Promise<void> {
  await entersDemo(walker)
  await walker.goto('/pois')
  const list = role('region', 'Im Kartenausschnitt')
  await walker.see(role('listitem', undefined, list))
  await walker.until('to see the map drawn', async () => (await insideOf(walker.window, 'canvas'))?.plain === false)
  const cameras = role('checkbox', /Stationäre Blitzer/)
  await walker.click(cameras)
  await walker.arriveAt(/^\/pois/)
  await walker.click(cameras)
  await walker.click(button(/./, list))
  await walker.see(button('Schließen'))
  expect(await faultsInSight(walker, 'the map')).toEqual([])
}

/** A fix every two minutes: out of Karlsruhe, and back the same way to where it began; the last an hour ago. */
function roundTrip(now: Date) {
  const start = { latitude: 49.0069, longitude: 8.4037 }
  const steps = [...Array(16).keys(), ...[...Array(15).keys()].toReversed()]
  return steps.map((step, index) => ({
    ...destination(start, step * 1500, 200),
    recordedAt: new Date(now.getTime() - 3_600_000 - (steps.length - index) * 120_000).toISOString(),
    accuracy: 8,
    speed: 45,
    course: 200,
  }))
}

async function recordsRoundTrip(walker: Visitor, { product }: World): Promise<void> {
  const customer = await becomeCustomer(product)
  await walker.goto('/login?redirect=%2Ftracking')
  await signsIn(walker, customer, '/tracking')
  await walker.click(role('checkbox', /Ich willige ein/))
  await walker.see(text(/Einwilligung erteilt am: /))
  await walker.click(role('radio', /Diebstahl-Tracking \+ Bewegungsprofil/))
  expect(await faultsInSight(walker, 'the choice of a mode')).toEqual([])
  expect(await walker.clickForAlert(button('Tracking aktivieren'))).toBe('Tracking wurde erfolgreich aktiviert')
  await walker.see(text('Tracking ist aktiv'))

  const fixes = roundTrip(new Date())
  await report(product, customer.imei, fixes)
  await walker.click(button('Letzte 24 h'))
  for (const end of [1, fixes.length]) {
    await walker.click(button(new RegExp(`^Position ${end}, `)))
    const popup = role('dialog', `Position ${end}`)
    await walker.see(popup)
    await walker.click(button('Schließen', popup))
    await walker.seeNoMore(popup)
  }
  expect(await faultsInSight(walker, 'the history')).toEqual([])
}

async function reports(walker: Visitor, { product }: World, kind: BrowserKind): Promise<void> {
  await walker.goto('/login?redirect=%2Fpois')
  await signsIn(walker, await becomeCustomer(product), '/pois')
  await walker.click(button('Melden'))
  await walker.click(button('Hier melden'))
  const dialog = role('dialog', 'Stelle melden')
  await walker.click(role('radio', 'Lange Baustelle', dialog))
  expect(await faultsInSight(walker, 'the dialogue to report')).toEqual([])
  if (kind.fillsEmptyTimes) {
    const end = await insideOf(walker.window, 'input[type=datetime-local]')
    if (end?.plain !== true) keep('filled-time', await walker.window.picture())
    expect(end?.plain).toBe(true)
  }
  await walker.click(button('Meldung senden', dialog))
  await walker.see(text(/^Danke! /))
}

async function changesPassword(walker: Visitor, { product }: World): Promise<void> {
  const customer = await becomeCustomer(product)
  const password = 'ein-anderes-wort-1'
  await walker.goto('/login?redirect=%2Fprofile')
  await signsIn(walker, customer, '/profile')
  await walker.click(button('Passwort ändern'))
  const dialog = role('dialog', 'Passwort ändern')
  await walker.fill(label('Aktuelles Passwort', dialog), customer.password)
  await walker.fill(label('Neues Passwort', dialog), password)
  await walker.fill(label('Neues Passwort wiederholen', dialog), password)
  await walker.click(button('Passwort ändern', dialog))
  await walker.see(text('Passwort geändert'))
  await walker.seeNoMore(dialog)
  await walker.click(button('Menü öffnen'))
  await walker.click(button('Abmelden'))
  await walker.arriveAt(/^\/login/)
  await signsIn(walker, { email: customer.email, password }, '/dashboard')
}

async function changesEmail(walker: Visitor, { product }: World): Promise<void> {
  const customer = await becomeCustomer(product)
  const email = `neu-${customer.email}`
  await walker.goto('/login?redirect=%2Fprofile')
  await signsIn(walker, customer, '/profile')
  await walker.click(button('E-Mail-Adresse ändern'))
  const dialog = role('dialog', 'E-Mail-Adresse ändern')
  await walker.fill(label('Neue E-Mail-Adresse', dialog), email)
  await walker.fill(label('Ihr Passwort', dialog), customer.password)
  await walker.click(button('E-Mail-Adresse ändern', dialog))
  await walker.see(text('Bestätigungslink verschickt', dialog))
  const link = linkIn(await product.mail.letterTo(email))
  await walker.goto(link.pathname + link.search)
  await walker.click(role('link', 'Zum Dashboard'))
  await walker.arriveAt(/^\/dashboard/)
  await walker.click(button('Menü öffnen'))
  await walker.click(role('link', 'Profil'))
  await walker.arriveAt(/^\/profile/)
  await walker.see(text(email))
}

async function givesFocusBack(walker: Visitor): Promise<void> {
  await entersDemo(walker)
  for (const time of ['first', 'second']) {
    await walker.click(button('Menü öffnen'))
    const menu = role('dialog', 'Menü')
    await walker.see(menu)
    await walker.window.press('Escape')
    await walker.seeNoMore(menu)
    await walker.until(`to have the focus on the menu’s button the ${time} time`, () =>
      walker.window.run(() => document.activeElement?.getAttribute('aria-label') === 'Menü öffnen'),
    )
  }
}

async function checksRoute(walker: Visitor): Promise<void> {
  await entersDemo(walker)
  await walker.goto('/route-check')
  await walker.click(text('Stattdessen Text einfügen'))
  const points = [8.3, 8.4, 8.5].map((longitude) => `<trkpt lat="49" lon="${longitude}"/>`).join('')
  await walker.fill(role('textbox'), `<gpx version="1.1"><trk><trkseg>${points}</trkseg></trk></gpx>`)
  await walker.click(button('Strecke übernehmen'))
  await walker.see(heading('Auf Ihrer Strecke'))
  expect(await faultsInSight(walker, 'a checked route')).toEqual([])
}

async function findsNoFault(walker: Visitor, paths: readonly string[]): Promise<void> {
  const found: string[] = []
  for (const path of paths) {
    await walker.goto(path)
    await settle(walker)
    for (const width of widths) {
      await walker.window.resize(width)
      const faults = await faultsInSight(walker, `${path} on a ${width.name}`)
      found.push(...faults)
    }
  }
  expect(found).toEqual([])
}

function pathsFor(...accesses: string[]): string[] {
  return screens.filter(({ access }) => accesses.includes(access)).map(({ path }) => path)
}

async function entersDemo(walker: Visitor): Promise<void> {
  await walker.goto('/login')
  await walker.click(button('Demokonto ausprobieren'))
  await walker.arriveAt(/^\/dashboard/)
}

/** On the login screen. */
async function signsIn(walker: Visitor, { email, password }: Pick<Customer, 'email' | 'password'>, to: string) {
  await walker.fill(label('E-Mail-Adresse'), email)
  await walker.fill(label('Passwort'), password)
  await walker.click(button('Anmelden'))
  await walker.arriveAt(new RegExp(`^${to}`))
}

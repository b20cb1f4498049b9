import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { widths } from '#e2e/browser.ts'
import { becomeCustomer } from '#e2e/customers.ts'
import { startRunningProduct } from '#e2e/product.ts'
import { report } from '#e2e/recorded-rides.ts'
import { startTileServer } from '#e2e/tile-server.ts'
import { screens } from '#web/app/start/screens.ts'
import { mapTexts } from '#web/map/canvas/texts.ts'
import { becomesCustomer, changesEmail, changesPassword, signsIn } from './account-walks.ts'
import { keep } from './artefacts.ts'
import type { BrowserKind, BrowserWindow } from './browser-window.ts'
import { faultsInSight, insideOf, settle } from './looks.ts'
import { button, heading, role, text } from './things.ts'
import { type Visitor, visitorAt } from './visitor.ts'
import type { World } from './world.ts'

/*
 * What riders do most, and every screen, in browsers other than Chromium: at both widths and in both themes, without
 * script errors and without violations of the content security policy.
 */

const [phone, desktop] = widths

/** Shown as text: of the same origin, but no script runs that would store anything, and nothing in it needs a style. */
const pageOfText = '/old-browser.js'

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

    /** A new visitor's walk; afterwards there must be no complaints. */
    const walk = (name: string, go: (visitor: Visitor) => Promise<void>) =>
      test(name, async () => {
        const walker = visitor()
        await window.resize(width)
        await walker.goto(pageOfText)
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
    walk('the map shows what is on the road, and a card for what is chosen', looksAround)
    walk('tracking is enabled with consent, and the history of a round trip shows both its ends', (walker) =>
      recordsRoundTrip(walker, world),
    )
    walk('a POI is reported on the map', (walker) => reports(walker, world, kind))
    walk('the password of the account is changed', (walker) => changesPassword(walker, world))
    walk('the e-mail address of the account is changed by the mailed link', (walker) => changesEmail(walker, world))
    walk('the menu returns the focus to where it was, even the first time', givesFocusBack)
    walk('every screen for visitors is shown and fits', (walker) =>
      findsNoFault(walker, pathsFor('public', 'signed-out')),
    )
    walk('every screen for customers is shown and fits', async (walker) => {
      await entersDemo(walker)
      await findsNoFault(walker, pathsFor('signed-in'))
    })
    walk('a route is checked, and its lists look like all others', checksRoute)

    test('the map is as bright as the rest of the page if its tiles do not arrive', async () => {
      const walker = visitor()
      await window.resize(width)
      world.tiles.fails = true
      await walker.goto(pageOfText)
      // Nothing is remembered from before.
      await walker.goto('/pois#map=8/50.5/9.5')
      await walker.see(text(mapTexts.backgroundMissing))
      const map = await insideOf(window, 'canvas')
      world.tiles.fails = false
      await window.complaints()
      expect(map?.lightness).toBeGreaterThan(dark ? 0 : 0.7)
      expect(map?.lightness).toBeLessThan(dark ? 0.3 : 1)
    })
  })
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
  // On a phone the list is in a sheet over the map.
  if (await walker.window.run(() => window.innerWidth < 1024)) await walker.click(button('Mehr zeigen'))
  await walker.click(button(/./, list))
  await walker.see(button('Schließen'))
  expect(await faultsInSight(walker, 'the map')).toEqual([])
}

/** A fix every two minutes: out of Karlsruhe, and back the same way to the start; the last fix an hour ago. */
function roundTrip(now: Date) {
  const start = { latitude: 49.0069, longitude: 8.4037 }
  const steps = [...Array(16).keys(), ...[...Array(15).keys()].toReversed()]
  return steps.map((step, index) => ({
    ...destination(start, step * 1500, 200),
    recordedAt: new Date(now.getTime() - hourMs - (steps.length - index) * 120_000).toISOString(),
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
  await walker.click(role('tab', 'Fahrten'))
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
  await walker.click(button('Mehr'))
  await walker.click(button('Hier melden'))
  const dialog = role('dialog', 'Stelle melden')
  await walker.click(role('radio', 'Lange Baustelle', dialog))
  expect(await faultsInSight(walker, 'the dialogue to report')).toEqual([])
  if (kind.fillsEmptyTimes) {
    const end = await insideOf(walker.window, 'input[type=datetime-local]')
    if (end?.plain !== true) keep('filled-time', await walker.window.picture())
    expect(end?.plain).toBe(true)
  }
  await walker.click(role('checkbox', 'Meine Meldungen dürfen gezeigt werden', dialog))
  await walker.click(button('Meldung senden', dialog))
  await walker.see(text(/^Danke! /))
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

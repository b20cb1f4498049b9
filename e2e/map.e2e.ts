import { expect, test } from 'vitest'
import { settle } from './at-rest.ts'
import { widths } from './browser.ts'
import { shareStories } from './stories.ts'
import { zoomsAsked } from './tile-server.ts'

/* How the map of POIs begins, follows and renews itself (specification, sections 2, 4 and 9), in the demo world. */

const stories = shareStories('demo')

test('the browser is asked for the position once, and the map goes there at zoom 12', async () => {
  const visitor = await stories.enterDemo({ width: widths[1] })
  const { page } = visitor
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 49.4, longitude: 8.7, accuracy: 20 })
  await page.addInitScript(() => {
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (...how) => {
      document.documentElement.dataset['asked'] = String(Number(document.documentElement.dataset['asked'] ?? 0) + 1)
      // The position comes when the map has begun.
      window.addEventListener('located', () => ask(...how), { once: true })
    }
  })
  const zooms = zoomsAsked(page, stories.tileOrigin)
  await page.goto('/pois')
  await expect.poll(() => zooms).toContain(10)
  expect(new Set(zooms)).toEqual(new Set([10]))
  await page.evaluate(() => window.dispatchEvent(new Event('located')))
  await expect.poll(() => zooms).toContain(12)
  await settle(visitor)
  expect(Math.max(...zooms)).toBe(12)
  expect(await page.evaluate(() => document.documentElement.dataset['asked'])).toBe('1')
})

test('a refused position leaves the map where it is', async () => {
  const visitor = await stories.enterDemo({ width: widths[1] })
  const { page } = visitor
  await page.addInitScript(() => {
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (found, refused, how) => {
      const noted: PositionErrorCallback = (error) => {
        refused?.(error)
        document.documentElement.dataset['refused'] = 'true'
      }
      ask(found, noted, how)
    }
  })
  const zooms = zoomsAsked(page, stories.tileOrigin)
  await page.goto('/pois')
  await page.locator('html[data-refused]').waitFor({ state: 'attached' })
  await expect.poll(() => zooms.length).toBeGreaterThan(0)
  await settle(visitor)
  expect(new Set(zooms)).toEqual(new Set([10]))
})

test('the POIs are asked for again every 60 seconds, also where no news arrive', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], fakeClock: true })
  await page.route('**/api/events', () => undefined)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/poi/overview') && asked.push(request.url()))
  await page.goto('/pois')
  await expect.poll(() => asked.length).toBe(1)
  // The minute is counted from the answer.
  await page.getByText(/^Stand \d\d:\d\d$/).waitFor()
  await page.clock.runFor(61_000)
  await expect.poll(() => asked.length).toBe(2)
})

test('a link leads to its place, its categories and its POI; moving on keeps the address up to date', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/pois' })
  const list = page.getByRole('region', { name: 'Im Kartenausschnitt' })
  await list.getByRole('button').first().click()
  const card = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Schließen' }) })
  const title = await card.getByRole('heading').first().innerText()
  await expect.poll(() => page.url()).toMatch(/#map=14\.00\/\d+\.\d{5}\/\d+\.\d{5}.*&id=/)
  await page.getByRole('checkbox', { name: /Stationäre Blitzer/ }).uncheck()
  await expect.poll(() => page.url()).toContain('&categories=mobileSpeedCameras,')
  const link = page.url()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('wegwarte.poiCategories'))
  await page.goto('/dashboard')
  await page.goto(link)
  await card.getByRole('heading', { name: title }).waitFor()
  expect(await page.getByRole('checkbox', { name: /Stationäre Blitzer/ }).isChecked()).toBe(false)
  expect(await page.getByRole('checkbox', { name: /Unfälle/ }).isChecked()).toBe(true)
})

test('a link opened in the tab that shows the map already is followed, and so is the way back', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/pois#map=12/49.0069/8.4037' })
  const list = page.getByRole('region', { name: 'Im Kartenausschnitt' })
  await list.getByRole('button').first().click()
  const card = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Schließen' }) })
  const title = await card.getByRole('heading').first().innerText()
  await expect.poll(() => page.url()).toMatch(/#map=14\.00.*&id=/)
  const [, link = ''] = page.url().split('#')
  await card.getByRole('button', { name: 'Schließen' }).click()
  await card.waitFor({ state: 'detached' })

  // As a link is opened that was sent to somebody: only what stands behind the # is another.
  const open = (hash: string) => page.evaluate((next) => (window.location.hash = next), hash)
  await open('map=11/51.3397/12.3731&categories=accidents')
  await expect.poll(() => page.url()).toMatch(/#map=11\.00\/51\.3\d+\/12\.3\d+&categories=accidents$/)
  expect(await page.getByRole('checkbox', { name: /Stationäre Blitzer/ }).isChecked()).toBe(false)
  await open(link)
  await card.getByRole('heading', { name: title }).waitFor()
  await expect.poll(() => page.url()).toContain('#map=14.00')
  await page.goBack()
  await card.waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).toContain('#map=11.00/51.3')
})

test('a warning that begins in hours stands apart, one of the heights says so first, and old ones name no source', async () => {
  const { page } = await stories.enterDemo({ width: widths[1] })
  const now = stories.product.clock.now().getTime()
  const warning = (id: string, regionName: string, hours: number, aboveMetres: number | null) => ({
    id,
    regionName,
    aboveMetres,
    belowMetres: null,
    warningType: 'STURM',
    warningLevel: 2,
    latitude: 49,
    longitude: 8.4,
    headline: '',
    description: '',
    instruction: null,
    attribution: 'Auf Basis von Warnungen des Deutschen Wetterdienstes',
    validFrom: new Date(now + hours * 3_600_000).toISOString(),
    validUntil: new Date(now + 9 * 3_600_000).toISOString(),
  })
  await page.route('**/current-warnings', (route) =>
    route.fulfill({
      headers: { 'x-data-status': 'stale', 'x-data-as-of': new Date(now).toISOString() },
      json: [warning('1', 'Kreis Freudenstadt', -1, 1000), warning('2', 'Kreis Rastatt', 4, null)],
    }),
  )
  await page.goto('/pois')
  const warnings = page.getByRole('region', { name: 'Aktuelle Unwetterwarnungen' })
  await warnings.getByText('Nur oberhalb 1.000 m: Sturm').waitFor()
  await warnings.getByText('gilt erst später (gestrichelter Rand)').waitFor()
  const texts = await warnings.innerText()
  expect(texts.indexOf('Angekündigt')).toBeGreaterThan(texts.indexOf('Kreis Freudenstadt'))
  expect(texts.indexOf('Kreis Rastatt')).toBeGreaterThan(texts.indexOf('Angekündigt'))
  expect(texts.slice(texts.indexOf('Kreis Rastatt'))).toMatch(/ab \d\d\.\d\d\.\d{4}, \d\d:\d\d/)
  await warnings.getByRole('button', { name: /Kreis Freudenstadt/ }).click()
  const card = page.getByRole('region', { name: 'Nur oberhalb 1.000 m: Sturm' })
  // As the server says it may be said of warnings that may be incomplete.
  await card.getByText('Auf Basis von Warnungen des Deutschen Wetterdienstes').waitFor()
  expect(await page.getByText('Quelle: Deutscher Wetterdienst').count()).toBe(0)
})

test('a map on both sides of the antimeridian asks for both and for nothing between, and zoomed out for the globe', async () => {
  const { page, complaints } = await stories.enterDemo({ width: widths[1] })
  const failed: string[] = []
  const boxes: number[][] = []
  const tiles: { zoom: number; column: number }[] = []
  page.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`))
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const bbox = searchParams.get('bbox')
    if (bbox !== null) boxes.push(bbox.split(',').map(Number))
    const [, zoom, column] = /(\d+)\/(\d+)\/\d+\.(?:mvt|png)$/.exec(pathname) ?? []
    if (zoom !== undefined) tiles.push({ zoom: Number(zoom), column: Number(column) })
  })
  const listed = page.getByRole('region', { name: 'Im Kartenausschnitt' })

  await page.goto('/pois#map=7/-17/179.9')
  await expect.poll(() => tiles.some(({ column }) => column === 0) && boxes.length > 0).toBe(true)
  await listed.getByText(/In diesem Ausschnitt ist nichts gemeldet/).waitFor()
  await page.locator('canvas').waitFor()
  for (const [west = 0, , east = 0] of boxes) expect([west > 170, east < -170]).toEqual([true, true])
  // Eastwards from the antimeridian the first columns, westwards the last.
  const turned = tiles.map(({ zoom, column }) => Math.min(column, 2 ** zoom - 1 - column) / 2 ** zoom)
  expect(Math.max(...turned)).toBeLessThan(0.05)

  const globe = page.waitForResponse((response) => /bbox=-180\.\d+(?:,|%2C)-\d+/.test(response.url()))
  await page.evaluate(() => (window.location.hash = 'map=0/20/170'))
  expect((await globe).status()).toBe(200)
  expect(boxes.at(-1)).toMatchObject([-180, expect.any(Number), 180, expect.any(Number)])
  expect([failed, complaints]).toEqual([[], []])
})

test('on the narrowest phone the card of a POI leaves the zoom buttons free', async () => {
  const { page } = await stories.enterDemo()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/pois')
  await page.getByRole('region', { name: 'Im Kartenausschnitt' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Schließen' }).waitFor()
  for (const name of ['Vergrößern', 'Verkleinern']) await page.getByRole('button', { name }).click({ timeout: 5_000 })
})

test('a place is found by its name, with the keyboard alone, and the map goes there', async () => {
  const { page } = await stories.enterDemo({ at: '/pois' })
  const search = page.getByRole('combobox', { name: 'Ort suchen' })
  await search.fill('Heidelb')
  await page.getByRole('option', { name: /Heidelberg/ }).waitFor()
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect.poll(() => page.url()).toMatch(/#map=12\.00\/49\.4/)
  await search.fill('Gibtesnichtdorf')
  await page.getByText('Kein Ort in Deutschland gefunden.').first().waitFor()
})

test('the list reaches as far as the map, or around its middle; every category can be left out', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/pois' })
  const inView = page.getByRole('region', { name: 'Im Kartenausschnitt' })
  await inView.getByRole('listitem').first().waitFor()
  await page.getByLabel('Umkreis um die Kartenmitte').selectOption('5')
  const near = page.getByRole('region', { name: 'Im Umkreis von 5 km' })
  await near.getByRole('listitem').first().waitFor()
  // What was in view stands there until the answer for the circle has come.
  const distances = async () => (await near.getByRole('listitem').allInnerTexts()).join()
  await expect.poll(distances).not.toMatch(/(?:[6-9]|\d\d),\d km/)
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
  await page.getByText('Alle Kategorien sind ausgeblendet.').waitFor()
})

test('where no map can be drawn the list shows all the same', async () => {
  const { page } = await stories.enterDemo({ width: widths[0] })
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto('/pois')
  await page.getByRole('alert').first().waitFor()
  await page.getByRole('region', { name: 'Im Kartenausschnitt' }).getByRole('listitem').first().waitFor()
})

test('the map draws the server’s tiles: a click on a cluster leads two zooms nearer, on a POI to what is known of it', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/pois#map=7/49.0069/8.4037' })
  const canvas = page.locator('canvas')
  /** Once, when the hand shows that something is drawn there. */
  const clickTheMiddle = async () => {
    const hand = async () => {
      await canvas.hover()
      return canvas.evaluate(({ style }) => style.cursor)
    }
    await expect.poll(hand).toBe('pointer')
    await canvas.click()
  }
  // Their areas show a hand, too.
  await page.getByRole('checkbox', { name: /Unwetter/ }).uncheck()
  await clickTheMiddle()
  await expect.poll(() => page.url()).toMatch(/#map=9\.00/)

  await page.getByRole('region', { name: 'Im Kartenausschnitt' }).getByRole('button').first().click()
  const card = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Schließen' }) })
  const title = await card.getByRole('heading').first().innerText()
  await expect.poll(() => page.url()).toContain('#map=14.00')
  await card.getByRole('button', { name: 'Schließen' }).click()
  await clickTheMiddle()
  await card.getByRole('heading', { name: title }).waitFor()
})

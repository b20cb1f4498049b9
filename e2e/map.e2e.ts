import { expect, test } from 'vitest'
import { hourMs } from '#contract/base/time-units.ts'
import { settle, standStill } from './at-rest.ts'
import { widths } from './browser.ts'
import { shareStories } from './stories.ts'
import { zoomsAsked } from './tile-server.ts'
import { leaveOutEveryCategory } from './map-screen.ts'

/* How the map of POIs starts, follows links and refreshes itself (specification, sections 2, 4 and 9), in the demo world. */

const stories = shareStories('demo')

test('the browser is asked for the position once, and the map goes there at zoom 12', async () => {
  const visitor = await stories.enterDemo({ width: widths[1], at: null })
  const { page } = visitor
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 49.4, longitude: 8.7, accuracy: 20 })
  await page.addInitScript(() => {
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (...how) => {
      document.documentElement.dataset['asked'] = String(Number(document.documentElement.dataset['asked'] ?? 0) + 1)
      // The position arrives only after the map has started.
      window.addEventListener('located', () => ask(...how), { once: true })
    }
  })
  const zooms = zoomsAsked(page, stories.tileOrigin, '/pois')
  await page.goto('/pois')
  await expect.poll(() => zooms).toContain(10)
  expect(new Set(zooms)).toEqual(new Set([10]))
  await page.evaluate(() => window.dispatchEvent(new Event('located')))
  await expect.poll(() => zooms).toContain(12)
  await settle(visitor)
  expect(Math.max(...zooms)).toBe(12)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['asked'])).toBe('1')
})

test('a refused position leaves the map where it is', async () => {
  const visitor = await stories.enterDemo({ width: widths[1], at: null })
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
  const zooms = zoomsAsked(page, stories.tileOrigin, '/pois')
  await page.goto('/pois')
  await page.locator('html[data-refused]').waitFor({ state: 'attached' })
  await expect.poll(() => zooms.length).toBeGreaterThan(0)
  await settle(visitor)
  expect(new Set(zooms)).toEqual(new Set([10]))
})

test('the POIs are requested again every 60 seconds, even if no live events arrive', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null, fakeClock: true })
  await page.route('**/api/events', () => undefined)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/poi/overview') && asked.push(request.url()))
  await page.goto('/pois')
  await expect.poll(() => asked.length).toBe(1)
  // The minute is counted from the answer.
  await page.getByText(/^Stand .*\d\d:\d\d/).waitFor()
  await page.clock.runFor(61_000)
  await expect.poll(() => asked.length).toBe(2)
})

test('the list is asked for once when the map opens, and counts only what is in view', async () => {
  const { page } = await stories.enterDemo({ at: null })
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/poi') asked.push(url.search)
  })
  await page.goto('/pois#map=12.00/49.00690/8.40370')
  await page.getByRole('heading', { name: /^\d+\+? Gefahren in der Nähe$/ }).waitFor()
  const chip = page.getByRole('group', { name: 'Kategorien' }).getByText(/^\d\d?\+?$/)
  await chip.first().waitFor()
  await standStill(page)
  await expect.poll(() => asked.length).toBe(1)
})

test('a link leads to its place, its categories and its POI; moving the map keeps the address up to date', async () => {
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
  await expect.poll(() => page.getByRole('checkbox', { name: /Stationäre Blitzer/ }).isChecked()).toBe(false)
  await expect.poll(() => page.getByRole('checkbox', { name: /Unfälle/ }).isChecked()).toBe(true)
})

test('a link opened in a tab that already shows the map is followed, and so is the back button', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/pois#map=12/49.0069/8.4037' })
  const list = page.getByRole('region', { name: 'Im Kartenausschnitt' })
  await list.getByRole('button').first().click()
  const card = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Schließen' }) })
  const title = await card.getByRole('heading').first().innerText()
  await expect.poll(() => page.url()).toMatch(/#map=14\.00.*&id=/)
  const [, link = ''] = page.url().split('#')
  await card.getByRole('button', { name: 'Schließen' }).click()
  await card.waitFor({ state: 'detached' })

  // Opens an address as if somebody had sent it as a link: only the part after the # is different.
  const open = (hash: string) => page.evaluate((next) => (window.location.hash = next), hash)
  await open('map=11/51.3397/12.3731&categories=accidents')
  await expect.poll(() => page.url()).toMatch(/#map=11\.00\/51\.3\d+\/12\.3\d+&categories=accidents$/)
  await expect.poll(() => page.getByRole('checkbox', { name: /Stationäre Blitzer/ }).isChecked()).toBe(false)
  await open(link)
  await card.getByRole('heading', { name: title }).waitFor()
  await expect.poll(() => page.url()).toContain('#map=14.00')
  await page.goBack()
  await card.waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).toContain('#map=11.00/51.3')
})

test('a warning that begins in hours is listed apart, one for certain heights says so first, and old ones name no source', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null })
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
    validFrom: new Date(now + hours * hourMs).toISOString(),
    validUntil: new Date(now + 9 * hourMs).toISOString(),
  })
  await page.route('**/current-warnings', (route) =>
    route.fulfill({
      headers: { 'x-data-status': 'stale', 'x-data-as-of': new Date(now).toISOString() },
      json: [warning('1', 'Kreis Freudenstadt', -1, 1000), warning('2', 'Kreis Rastatt', 4, null)],
    }),
  )
  await page.goto('/pois')
  const warnings = page.getByRole('region', { name: 'Aktuelle Unwetterwarnungen' })
  await warnings.locator('summary').click()
  await warnings.getByText('Nur oberhalb 1.000 m: Sturm').waitFor()
  await warnings.getByText('gilt erst später (gestrichelter Rand)').waitFor()
  const texts = await warnings.innerText()
  expect(texts.indexOf('Angekündigt')).toBeGreaterThan(texts.indexOf('Kreis Freudenstadt'))
  expect(texts.indexOf('Kreis Rastatt')).toBeGreaterThan(texts.indexOf('Angekündigt'))
  expect(texts.slice(texts.indexOf('Kreis Rastatt'))).toMatch(/ab \d\d\.\d\d\.\d{4}, \d\d:\d\d/)
  await warnings.getByRole('button', { name: /Kreis Freudenstadt/ }).click()
  const card = page.getByRole('region', { name: 'Nur oberhalb 1.000 m: Sturm' })
  // The server's wording for warnings that may be incomplete.
  await card.getByText('Auf Basis von Warnungen des Deutschen Wetterdienstes', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('Quelle: Deutscher Wetterdienst').count()).toBe(0)
})

test('a map across the antimeridian requests both sides and nothing between, and zoomed out the whole globe', async () => {
  const { page, complaints } = await stories.enterDemo({ width: widths[1], at: null })
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
  // East of the antimeridian are the first columns, west of it the last ones.
  const turned = tiles.map(({ zoom, column }) => Math.min(column, 2 ** zoom - 1 - column) / 2 ** zoom)
  expect(Math.max(...turned)).toBeLessThan(0.05)

  const globe = page.waitForResponse((response) => /bbox=-180\.\d+(?:,|%2C)-\d+/.test(response.url()))
  await page.evaluate(() => (window.location.hash = 'map=0/20/170'))
  expect((await globe).status()).toBe(200)
  expect(boxes.at(-1)).toMatchObject([-180, expect.any(Number), 180, expect.any(Number)])
  expect([failed, complaints]).toEqual([[], []])
})

test('on the narrowest phone the sheet over the map is dragged, or moved by keyboard; what is chosen replaces its lists and leaves the zoom buttons free', async () => {
  const { page } = await stories.enterDemo({ at: null })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/pois')
  const near = page.getByRole('region', { name: 'In der Nähe' })
  const height = async () => (await near.boundingBox())?.height ?? 0
  await near.getByRole('heading', { name: /Gefahren in der Nähe/ }).waitFor()
  await expect.poll(() => height()).toBeCloseTo(96, 0)

  const larger = near.getByRole('button', { name: 'Mehr zeigen' })
  await larger.press('ArrowUp')
  await larger.press('ArrowUp')
  // Nothing lies over a full sheet.
  for (const name of ['Mein Standort', 'Melden']) {
    await page.getByRole('button', { name, exact: true, includeHidden: true }).waitFor({ state: 'hidden' })
  }
  await near.getByRole('button', { name: 'Weniger zeigen' }).press('ArrowDown')
  await standStill(page)
  const half = await height()
  expect(half).toBeGreaterThan(200)
  // What a thumb needs stays above it, beside the map's own buttons.
  const zoom = await page.getByRole('button', { name: 'Verkleinern' }).boundingBox()
  for (const name of ['Mein Standort', 'Melden']) {
    const button = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect((button?.x ?? 320) + (button?.width ?? 0)).toBeLessThan(zoom?.x ?? 0)
    expect((button?.y ?? 640) + (button?.height ?? 0)).toBeLessThan(640 - 60 - half)
  }
  const head = await near.getByRole('heading').first().boundingBox()
  await page.mouse.move((head?.x ?? 0) + 5, head?.y ?? 0)
  await page.mouse.down()
  await page.mouse.move((head?.x ?? 0) + 5, (head?.y ?? 0) + half, { steps: 5 })
  await page.mouse.up()
  await expect.poll(height).toBeCloseTo(96, 0)

  // A keyboard or screen reader that reaches the lists opens them.
  await larger.focus()
  await page.keyboard.press('Tab')
  await expect.poll(height).toBeCloseTo(half, 0)
  await page.getByRole('region', { name: 'Im Kartenausschnitt' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Schließen' }).waitFor()
  const pin = page.locator('[data-selected-poi]')
  const sheetTop = 640 - 60 - half
  await expect.poll(async () => (await pin.boundingBox())?.y ?? 640).toBeLessThan(sheetTop - 34)
  for (const name of ['Vergrößern', 'Verkleinern']) await page.getByRole('button', { name }).click()
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

test('the list covers what the map shows, or a circle around its middle; every category can be left out', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/pois' })
  const inView = page.getByRole('region', { name: 'Im Kartenausschnitt' })
  await inView.getByRole('listitem').first().waitFor()
  await page.getByLabel('Umkreis um die Kartenmitte').selectOption('5')
  const near = page.getByRole('region', { name: 'Im Umkreis von 5 km' })
  await near.getByRole('listitem').first().waitFor()
  // The POIs in view stay in the list until the answer for the circle has come.
  const distances = async () => (await near.getByRole('listitem').allInnerTexts()).join()
  await expect.poll(distances).not.toMatch(/(?:[6-9]|\d\d),\d km/)
  await leaveOutEveryCategory(page)
})

test('the list is shown even if no map can be drawn', async () => {
  const { page } = await stories.enterDemo({ at: null })
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto('/pois')
  await page.getByRole('alert').first().waitFor()
  await page.getByRole('region', { name: 'Im Kartenausschnitt' }).getByRole('listitem').first().waitFor()
})

test('the map draws the server’s tiles: a click on a cluster zooms in by two, a click on a POI shows its details', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/pois#map=7/49.0069/8.4037' })
  const canvas = page.locator('canvas')
  /** Clicks once, as soon as the hand cursor shows that something is drawn there. */
  const clickTheMiddle = async () => {
    const hand = async () => {
      await canvas.hover()
      return canvas.evaluate(({ style }) => style.cursor)
    }
    await expect.poll(hand).toBe('pointer')
    await canvas.click()
  }
  // Areas of weather warnings show the hand cursor, too.
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

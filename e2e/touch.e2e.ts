import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { narrowest } from './faults.ts'
import { beTowed, enableTracking, recordedRides, report } from './recorded-rides.ts'
import { stopTime } from './page-time.ts'
import { shareStories } from './stories.ts'
import { smallTargetsOf } from './touch-targets.ts'

/* What is different where one taps with fingers, and on the smallest phone. */

const stories = shareStories('customers')

const sheetName = 'Wie es um das Fahrzeug steht'

/** The page takes its visitor for somebody with a touch screen, and no mouse. */
async function touch(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

test('where one taps with fingers the zoom buttons stand in the sheet’s head and zoom the map; the attribution folds', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page, complaints } = await stories.enter(customer, null, { fakeClock: true, looksAtMaps: true })
  await touch(page)
  await page.goto('/pois')
  const head = page.getByRole('region', { name: 'In der Nähe' })
  const nearer = head.getByRole('button', { name: 'Vergrößern' })
  await nearer.waitFor()
  // The map has none of its own.
  await expect.poll(() => page.getByRole('button', { name: 'Vergrößern' }).count()).toBe(1)
  await expect.poll(() => page.url()).toContain('#map=10.00/')
  await nearer.click()
  await expect.poll(() => page.url()).toContain('#map=11.00/')
  await head.getByRole('button', { name: 'Verkleinern' }).click()
  await expect.poll(() => page.url()).toContain('#map=10.00/')

  const sources = page.getByText('OpenStreetMap').first()
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return sources.isVisible()
    })
    .toBe(false)
  await page.getByLabel('Quellenangaben ein- oder ausblenden').click()
  await sources.waitFor()
  await page.clock.runFor(10_000)
  await expect.poll(() => sources.isVisible()).toBe(true)
  expect(await smallTargetsOf(page, 'the map')).toEqual([])
  expect(complaints).toEqual([])
})

test('where no map can be drawn its zoom buttons are not there', async () => {
  const { page } = await stories.enter(await becomeCustomer(stories.product), null)
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, type: string, settings: unknown) {
        return type.startsWith('webgl') ? null : Reflect.apply(getContext, this, [type, settings])
      },
    })
  })
  await touch(page)
  await page.goto('/pois')
  await page.getByText(/^Die Karte kann in diesem Browser nicht gezeichnet werden/).waitFor()
  const head = page.getByRole('region', { name: 'In der Nähe' })
  await head.getByRole('heading').first().waitFor()
  for (const name of ['Vergrößern', 'Verkleinern']) {
    await head.getByRole('button', { name, includeHidden: true }).waitFor({ state: 'hidden' })
  }
  await keepPicture(page, 'no-map-phone')
})

test('on the smallest phone the sources of a map, unfolded, lie on no place: in a picture of it, and on the map of a suspicion', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  await report(product, customer.imei, recordedRides(product.clock.now()))
  const { page } = await stories.enter(customer, null, { fakeClock: true })
  await page.setViewportSize(narrowest)
  await touch(page)
  const place = page.getByRole('img', { name: /^Letzte Position: / }).first()
  const sources = page.getByRole('link', { name: /OpenStreetMap/ }).first()
  const sign = /^(vor .*|jetzt), (fährt|war unterwegs)$/
  const lieOnNoPlace = async (name: string) => {
    await place.waitFor()
    await stopTime(page)
    await expect
      .poll(async () => {
        if (!(await sources.isVisible())) await page.getByLabel('Quellenangaben ein- oder ausblenden').first().click()
        return sources.isVisible()
      })
      .toBe(true)
    await keepPicture(page, name)
    await expect.poll(() => overlap(place, sources)).toBe(false)
    await expect.poll(() => overlap(page.getByText(sign).first(), sources)).toBe(false)
  }
  await page.goto('/tracking?tab=now')
  await page.getByRole('button', { name: 'Ich fahre' }).waitFor()
  await lieOnNoPlace('sources-picture')
  // What is done before a ride is in sight, too.
  for (const name of ['Ich fahre', 'Diebstahl']) {
    await expect.poll(() => isAboveBar(page, page.getByText(name, { exact: true }))).toBe(true)
  }

  await page.clock.resume()
  await beTowed(product.trackerPort, customer.imei)
  await page.goto('/tracking?tab=now')
  await page.getByRole('button', { name: 'Ja, ich bin es' }).waitFor()
  await page.locator('canvas').waitFor()
  await page.locator('[data-sources]').waitFor({ state: 'detached' })
  await lieOnNoPlace('sources-map')
  const alarm = page.getByText(/^Alarm \d\d:\d\d$/)
  await expect.poll(() => isOnTop(alarm)).toBe(true)
  await expect.poll(() => overlap(alarm, page.getByRole('region', { name: sheetName }))).toBe(false)
})

/** Without scrolling, and with all of it. */
async function isAboveBar(page: Page, shown: Locator): Promise<boolean> {
  const [box, bar] = [await shown.boundingBox(), await page.getByRole('navigation', { name: 'Bereiche' }).boundingBox()]
  if (box === null || bar === null) throw new Error('not to be seen')
  return box.y > 0 && box.y + box.height <= bar.y
}

/** Whether nothing lies over its middle or its lower edge. Taps go through what stands on a map: for the look they do not. */
async function isOnTop(shown: Locator): Promise<boolean> {
  return shown.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return false
    element.style.pointerEvents = 'auto'
    const { left, width, top, bottom } = element.getBoundingClientRect()
    const isAt = (y: number) => document.elementFromPoint(left + width / 2, y) === element
    const seen = isAt((top + bottom) / 2) && isAt(bottom - 3)
    element.style.pointerEvents = ''
    return seen
  })
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (a === null || b === null) throw new Error('not to be seen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('the smallest phone shows the place and both answers of a suspicion without scrolling', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  await report(product, customer.imei, recordedRides(product.clock.now()))
  await beTowed(product.trackerPort, customer.imei)
  const { page, complaints } = await stories.enter(customer, null)
  await page.setViewportSize(narrowest)
  await touch(page)
  await page.goto('/tracking')
  const sheet = page.getByRole('region', { name: sheetName })
  const bar = page.getByRole('navigation', { name: 'Bereiche' })
  const shown = [
    sheet.locator('summary').first(),
    sheet.getByRole('button', { name: 'Ja, ich bin es' }),
    sheet.getByRole('link', { name: 'Nein: 110 anrufen' }),
  ]
  for (const answer of shown) {
    await answer.waitFor()
    await expect
      .poll(async () => {
        const { y = 0, height = 0 } = (await answer.boundingBox()) ?? {}
        const { y: end = 0 } = (await bar.boundingBox()) ?? {}
        return height >= 44 && y > 0 && y + height <= end
      })
      .toBe(true)
  }
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(await smallTargetsOf(page, 'a suspicion')).toEqual([])
  expect(complaints).toEqual([])
})

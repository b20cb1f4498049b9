import { expect, test } from 'vitest'
import { widths } from './browser.ts'
import { shareStories } from './stories.ts'

/* How the map of POIs begins, follows and renews itself (specification, sections 2, 4 and 9), in the demo world. */

const stories = shareStories()
const zoomsAsked = () => stories.tiles.asked.map((tile) => Number(tile.split('/')[0]))

test('the browser is asked for the position once, and the map goes there at zoom 12', async () => {
  const { page } = await stories.enterDemo({ width: widths[1] })
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 49.4, longitude: 8.7, accuracy: 20 })
  await page.addInitScript(() => {
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (...how) => {
      document.documentElement.dataset['asked'] = String(Number(document.documentElement.dataset['asked'] ?? 0) + 1)
      ask(...how)
    }
  })
  stories.tiles.asked.length = 0
  await page.goto('/pois')
  await expect.poll(zoomsAsked, { timeout: 15_000 }).toContain(12)
  expect(zoomsAsked()[0]).toBe(10)
  expect(Math.max(...zoomsAsked())).toBe(12)
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => document.documentElement.dataset['asked'])).toBe('1')
  await page.context().close()
})

test('a refused position leaves the map where it is', async () => {
  const { page } = await stories.enterDemo({ width: widths[1] })
  stories.tiles.asked.length = 0
  await page.goto('/pois')
  await expect.poll(() => zoomsAsked().length, { timeout: 15_000 }).toBeGreaterThan(0)
  await page.waitForTimeout(500)
  expect(new Set(zoomsAsked())).toEqual(new Set([10]))
  await page.context().close()
})

test('the POIs are asked for again every 60 seconds', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], fakeClock: true })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/poi/all') && asked.push(request.url()))
  await page.goto('/pois')
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.runFor(61_000)
  await expect.poll(() => asked.length).toBe(2)
  await page.context().close()
})

import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { keepPictures, widths } from './browser.ts'
import { shareStories } from './stories.ts'

/* A rider draws a route where the operator has a router: it follows roads, and straight lines while the router is away. */

let isAway = false
const asked: string[] = []
const router = createServer((request, response) => {
  const address = request.url ?? ''
  asked.push(address)
  if (isAway) return response.writeHead(503).end()
  const places = (/driving\/([^?]+)/.exec(address)?.[1] ?? '').split(';').map((place) => place.split(',').map(Number))
  const bend = places.slice(0, 1).map(([east = 0, north = 0]) => [east + 0.001, north + 0.001])
  const coordinates = [...places.slice(0, 1), ...bend, ...places.slice(1)]
  return response.end(JSON.stringify({ code: 'Ok', routes: [{ geometry: { type: 'LineString', coordinates } }] }))
})
await new Promise<void>((resolve) => router.listen(0, '127.0.0.1', resolve))
const { port } = z.object({ port: z.number() }).parse(router.address())

afterAll(() => {
  router.closeAllConnections()
  router.close()
})

const stories = shareStories({ DEMO: '1', ROUTER_URL: `osrm+http://127.0.0.1:${port}` })

test('a drawn route follows roads, and straight lines while the router is away', async () => {
  const visitor = await stories.enterDemo({ width: widths[0], dark: false, at: '/route-check' })
  const { page, complaints } = visitor
  await page.getByRole('button', { name: 'Auf der Karte zeichnen' }).click()
  const drawing = page.getByRole('region', { name: 'Strecke zeichnen' })
  const canvas = drawing.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const pins = drawing.getByRole('button', { name: /^Punkt \d+, mit den Pfeiltasten/ })
  await canvas.click({ position: { x: 90, y: 90 } })
  await expect.poll(() => pins.count()).toBe(1)
  expect(asked).toEqual([])
  await canvas.click({ position: { x: 200, y: 140 } })
  await drawing.getByText(/^2 Punkte, .* auf Straßen\.$/).waitFor()
  await drawing.getByText('Die Strecke folgt den Straßen zwischen Ihren Punkten.').waitFor()
  await keepPictures(page, 'drawn-roads')

  isAway = true
  await canvas.click({ position: { x: 150, y: 220 } })
  await drawing.getByText(/^3 Punkte, .* Luftlinie\.$/).waitFor()
  await drawing.getByText(/^Die Strecke folgt geraden Linien, weil der Router gerade keine Strecke liefert\./).waitFor()

  isAway = false
  await drawing.getByRole('button', { name: 'Letzten Punkt entfernen' }).click()
  await drawing.getByText(/^2 Punkte, .* auf Straßen\.$/).waitFor()
  await drawing.getByRole('button', { name: 'Strecke prüfen' }).click()
  await page.getByText(/^Gezeichnete Strecke · /).waitFor()

  await page.goto('/datenschutz')
  await page
    .getByText(/fragt unser Server einen Router nach den Straßen: Dieser erfährt die Punkte, aber nicht/)
    .waitFor()
  expect(complaints).toEqual([])
})

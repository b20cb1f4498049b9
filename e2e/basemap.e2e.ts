import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleArchive } from '#server/tiles/testing/sample-archive.ts'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { type Colour, lightnessOf, pictureOfMap, pixelsOf } from './map-picture.ts'
import { enableTracking } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { mapTexts } from '#web/map/canvas/texts.ts'

/* The operator's own base map, and what is drawn where no tile comes. */

const archive = join(mkdtempSync(join(tmpdir(), 'wegwarte-basemap-')), 'sample.pmtiles')
writeFileSync(archive, sampleArchive())
const stories = shareStories({ DEMO: '1', BASEMAP: archive })

const karlsruhe = '/pois#map=13/49.0069/8.4037'
const sunButton = /Kontrastreiche Karte/
/** Of the sign with the number of a motorway: it is drawn with its number, and so is every name. */
const motorwaySign: Colour = [31, 78, 156]

test('with a base map of the operator’s own, the map has roads and names and nobody else hears of its visitors', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  // Beside one of the streets of the made-up map.
  const parked = new URLSearchParams({ id: customer.imei, lat: '49.00827', lon: '8.41143', accuracy: '5' })
  await fetch(`http://127.0.0.1:${product.trackerPort}/?${parked.toString()}`)
  const visit = await stories.enter(customer, null, { width: widths[1], dark: true, looksAtMaps: true })
  const { page, complaints } = visit
  const asked = new Set<string>()
  const tiles: number[] = []
  page.on('request', (request) => void asked.add(new URL(request.url()).origin))
  page.on('response', (response) => {
    if (response.url().includes('/api/basemap/')) tiles.push(response.status())
  })
  // The small pictures of the start page are drawn from it, too.
  await page.goto('/dashboard')
  for (const part of [
    page.getByRole('article', { name: 'Wegwarte Spur' }),
    page.getByRole('region', { name: /^Rund um/ }),
  ]) {
    await expect.poll(() => part.locator('canvas').evaluate(coloursOf)).toBeGreaterThan(3)
  }
  await page.getByRole('article', { name: 'Wegwarte Spur' }).getByText('1. Ring, Karlsruhe', { exact: true }).waitFor()
  await keepPicture(page, 'dashboard-basemap')
  await page.goto('/tracking')
  await page
    .getByRole('region', { name: 'Wie es um das Fahrzeug steht' })
    .getByText('1. Ring, Karlsruhe', { exact: true })
    .waitFor()
  await keepPicture(page, 'tracking-basemap')
  const opened = await page.goto(karlsruhe)
  expect(opened?.headers()['content-security-policy']).not.toMatch(/https?:/)
  await expect.poll(async () => pixelsOf(await pictureOfMap(page), motorwaySign)).toBeGreaterThan(100)
  await untilLightness(page, (lightness) => lightness < 0.3)

  await chooseTheme(page, 'light')
  await untilLightness(page, (lightness) => lightness > 0.8)
  await chooseTheme(page, 'dark')
  await untilLightness(page, (lightness) => lightness < 0.3)

  const sun = page.getByRole('button', { name: sunButton })
  await sun.click()
  await untilLightness(page, (lightness) => lightness > 0.8)
  await expect.poll(() => sun.getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  await expect.poll(() => sun.getAttribute('aria-pressed')).toBe('true')
  await untilLightness(page, (lightness) => lightness > 0.8)

  expect(new Set(tiles)).toEqual(new Set([200]))
  expect([...asked]).toEqual([new URL(stories.product.url).origin])
  expect(complaints).toEqual([])
})

test('where no tile comes, land, water and towns are drawn in the colours of the theme, by night as dark as the page', async () => {
  const { page } = await stories.enterDemo({
    width: widths[1],
    dark: true,
    at: null,
    looksAtMaps: true,
    expected: /Failed to load resource/,
  })
  await page.route('**/api/basemap/**', (route) => route.abort())
  await page.goto('/pois#map=8/48.9/8.6')
  await page.getByText(mapTexts.backgroundMissing).waitFor()
  await page.getByText('Umrisse: Natural Earth | Orte: GeoNames').waitFor()
  await untilLightness(page, (lightness) => lightness < 0.3)
  const river: Colour = [44, 68, 84]
  await expect.poll(async () => pixelsOf(await pictureOfMap(page), river)).toBeGreaterThan(200)

  await chooseTheme(page, 'light')
  await untilLightness(page, (lightness) => lightness > 0.7)
  await chooseTheme(page, 'dark')
  await untilLightness(page, (lightness) => lightness < 0.3)
})

/** How many colours a canvas shows. */
function coloursOf(canvas: Element): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return new Set(pixels && new Uint32Array(pixels.buffer)).size
}

function chooseTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  return page.emulateMedia({ colorScheme })
}

async function untilLightness(page: Page, isWanted: (lightness: number) => boolean): Promise<void> {
  await expect.poll(async () => isWanted(lightnessOf(await pictureOfMap(page)))).toBe(true)
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { standStill } from './at-rest.ts'
import { launchBrowser, type Width, visit, widths } from './browser.ts'
import { startRunningProduct } from './product.ts'
import { auth } from '#contract/auth/auth.ts'
import { send } from '#server/testing/client.ts'
import { mapTexts } from '#web/map/canvas/texts.ts'
import * as z from 'zod/mini'

/*
 * The pictures of README.md and docs/ (`npm run screenshots`): the demo as a new user sees it. Nothing comes from the
 * internet, so the map's background is the drawn one, unless BASEMAP names an archive.
 */

interface Picture {
  name: string
  path: string
  width: Width
  dark: boolean
  /** What the picture is of: it is not taken before that is there. */
  of(page: Page): Locator
}

const poisNearby = (page: Page) => page.getByRole('region', { name: 'Im Kartenausschnitt' }).getByRole('listitem')
const [phone, desktop] = widths
const pictures: readonly Picture[] = [
  {
    name: 'landing',
    path: '/',
    width: phone,
    dark: false,
    of: (page) => page.getByRole('link', { name: 'Jetzt registrieren' }),
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    width: phone,
    dark: false,
    of: (page) => page.getByRole('article'),
  },
  {
    name: 'tracking',
    path: '/tracking',
    width: phone,
    dark: true,
    of: (page) => page.getByRole('img', { name: /^Letzte Position: / }),
  },
  { name: 'pois', path: '/pois', width: phone, dark: true, of: poisNearby },
  { name: 'pois-wide', path: '/pois', width: desktop, dark: false, of: poisNearby },
]
const folder = 'docs/images'
/** Nobody answers here: no tile comes. */
const noTiles = 'http://127.0.0.1:9/{z}/{x}/{y}.png'

mkdirSync(folder, { recursive: true })
const { BASEMAP } = process.env
const product = await startRunningProduct({
  DEMO: '1',
  ...(BASEMAP === undefined ? { TILE_URL: noTiles } : { BASEMAP }),
})
const browser = await launchBrowser('whole')
try {
  const answer = await send(product.url, auth.demo.method, auth.demo.path)
  const { token } = z.object({ data: auth.demo.reply }).parse(answer.body).data
  for (const picture of pictures) await take(picture, token)
} finally {
  await browser.close()
  await product.stop()
}

async function take({ name, path, width, dark, of }: Picture, token: string): Promise<void> {
  const { page, context, pending } = await visit(browser, { baseUrl: product.url, width, dark })
  if (path !== '/') await page.addInitScript((kept) => localStorage.setItem('wegwarte.token', kept), token)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await of(page).first().waitFor({ state: 'attached' })
  await page.getByText(mapTexts.loading).waitFor({ state: 'detached' })
  do await standStill(page)
  while (pending.size > 0)
  // 256 colours: a third of the bytes, and nobody sees it.
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(join(folder, `${name}.png`))
  await context.close()
}

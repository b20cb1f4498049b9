import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountLimits } from '#contract/account/account-limits.ts'
import { settle } from './at-rest.ts'
import { keepPicture, sharedBrowser, visit, type Visit, widths } from './browser.ts'
import { setPassword } from './customers.ts'
import { letSecondsPass } from './page-time.ts'
import { type RunningProduct, sharedFolder, startRunningProduct } from './product.ts'
import { startTileServer, type TileServer, zoomsAsked } from './tile-server.ts'
import { openTab } from './tracking-screen.ts'
import { linkIn } from '#server/testing/test-product.ts'

/*
 * What the product is for, from start to end, as a customer does it: register, follow the link in the e-mail, prove the
 * purchase, sign in, see what is ahead on the road, record a ride, look at it and download it.
 */

const cameras = join(sharedFolder, 'data/speedcams/osm_speedcams_2018_DERIVED_overpass.json')
const warnings = join(sharedFolder, 'data/dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip')
const drive = join(sharedFolder, 'data/gpx/car_hannover_2016-12-28_1hz.gpx')
const schema = join(sharedFolder, 'data/gpx/gpx.xsd')
const missing = [cameras, warnings, drive, schema].filter((file) => !existsSync(file))

/** In June 2023 the warnings were in force. */
const present = '2023-06-23T12:00:00+02:00'
const password = 'sehr-geheim-23'

describe.skipIf(missing.length > 0)(`the journey (needs ${missing.join(', ') || 'nothing more'})`, () => {
  let tiles: TileServer
  let product: RunningProduct
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wegwarte-journey-'))
    tiles = await startTileServer()
    product = await startRunningProduct({ CLOCK: present, TILE_URL: tiles.template })
    browser = await sharedBrowser()
    const inventory = join(folder, 'devices.csv')
    writeFileSync(inventory, ['imei,model', ...widths.map((_, index) => `${imeiOf(index)},Wegwarte Spur`)].join('\n'))
    expect(await product.operate('devices', 'import', inventory)).toContain('2 gelesen, 2 neu')
    expect(await product.operate('feeds', 'run', 'overpass', '--file', cameras)).toContain('3012 gelesen')
    expect(await product.operate('feeds', 'run', 'cap', '--file', warnings)).toContain('3 gelesen')
  })

  afterAll(async () => {
    await product.stop()
    await tiles.close()
  })

  test.each(widths.map((width, index) => ({ ...width, index })))(
    'works on a $name of $width px',
    async ({ index, ...width }) => {
      const imei = imeiOf(index)
      const email = `${width.name}@example.org`
      const visitor = await visit(browser, {
        baseUrl: product.url,
        width,
        allowed: [tiles.origin],
      })
      const { page } = visitor
      await page.clock.install()

      await register(page, email)
      await followTheEmail(page, email)
      await provePurchase(page, imei)
      await beLedToTheLoginAndBack(page, email)
      await seeWhatWaits(visitor, width.name)
      await recordDrive(page, imei)
      await seeDrive(visitor, width.name)
      await takeItHome(page)
      await staysWithinItsBounds(visitor)
      await visitor.context.close()
    },
  )

  async function register(page: Page, email: string): Promise<void> {
    await page.goto('/')
    await page
      .getByRole('link', { name: /registrieren/i })
      .first()
      .click()
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByLabel('Passwort bestätigen', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await page.getByText('Registrierung erfolgreich').waitFor()
    await letSecondsPass(page, accountLimits.redirectAfterRegisterSeconds)
    await page.waitForURL((url) => url.pathname === '/email-verification' && url.searchParams.get('email') === email)
  }

  async function followTheEmail(page: Page, email: string): Promise<void> {
    const link = linkIn(await product.mail.emailTo(email))
    expect(link.origin).toBe(product.url)
    await page.goto(link.toString())
    await page.getByRole('heading', { name: 'E-Mail-Adresse bestätigt' }).waitFor()
    await letSecondsPass(page, accountLimits.redirectAfterEmailSeconds)
    await page.waitForURL((url) => url.pathname === '/imei-verification' && url.searchParams.get('email') === email)
  }

  async function provePurchase(page: Page, imei: string): Promise<void> {
    // The browser knows its registration, and may be told another password all the same.
    await page.getByRole('button', { name: 'Nein, Passwort festlegen' }).click()
    await setPassword(page, password)
    const grouped = `${imei.slice(0, 6)} ${imei.slice(6, 12)} ${imei.slice(12)}`
    await page.getByLabel('IMEI', { exact: true }).fill(grouped)
    await page.getByRole('button', { name: 'IMEI bestätigen' }).click()
    await page.getByText('Wegwarte Spur').waitFor()
    await page.getByText(grouped).waitFor()
    await letSecondsPass(page, accountLimits.redirectAfterImeiSeconds)
    await page.waitForURL((url) => url.pathname === '/login')
  }

  async function beLedToTheLoginAndBack(page: Page, email: string): Promise<void> {
    await page.goto('/tracking')
    await page.waitForURL((url) => url.pathname + url.search === '/login?redirect=%2Ftracking')
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/tracking')
    await page.getByRole('heading', { level: 1, name: 'Positionstracking' }).waitFor()
  }

  async function seeWhatWaits(visitor: Visit, width: string): Promise<void> {
    const { page } = visitor
    const zooms = zoomsAsked(page, tiles.origin, '/pois')
    await page.goto('/pois')
    await page.getByRole('region', { name: /Karte der POIs/ }).waitFor()
    const stationary = page.getByRole('checkbox', { name: /Stationäre Blitzer/ })
    await stationary.waitFor()
    await expect.poll(() => stationary.locator('xpath=..').innerText()).toMatch(/\n[1-9]/)
    if (width === 'phone') await page.getByRole('button', { name: 'Mehr zeigen' }).click()
    await page.locator('summary', { hasText: 'Aktuelle Unwetterwarnungen' }).click()
    await page.getByText('Stadt Havelsee und 2 weitere').first().waitFor()
    await expect.poll(() => page.getByText('polygonal event area').count()).toBe(0)
    await page
      .getByText(/Mobile Blitzer/)
      .first()
      .waitFor()

    const list = page.getByRole('region', { name: 'Im Kartenausschnitt' })
    await list.getByRole('listitem').first().waitFor()
    await expect.poll(() => zooms.length).toBeGreaterThan(0)
    await settle(visitor)
    const before = await list.getByRole('listitem').count()
    await keepPicture(page, `pois-${width}`)
    await stationary.uncheck()
    await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(before)
    await stationary.check()
  }

  async function recordDrive(page: Page, imei: string): Promise<void> {
    await page.goto('/tracking')
    await page
      .getByRole('radio', { name: /Bewegungsprofil/ })
      .first()
      .waitFor()
    await page.getByRole('checkbox', { name: /Ich willige ein/ }).check()
    await page.getByText(/Einwilligung erteilt am: 23\.06\.2023/).waitFor()
    await page.getByRole('radio', { name: /Diebstahl-Tracking \+ Bewegungsprofil/ }).click()
    const said = page.waitForEvent('dialog')
    const enabling = page.getByRole('button', { name: 'Tracking aktivieren' }).click()
    const dialog = await said
    expect(dialog.message()).toBe('Tracking wurde erfolgreich aktiviert')
    await dialog.accept()
    await enabling
    await page.getByText('Tracking ist aktiv').first().waitFor()
    const simulated = await product.operate('simulate', '--imei', imei, '--gpx', drive, '--speed', '600')
    expect(simulated).toMatch(/781/)
  }

  async function seeDrive(visitor: Visit, width: string): Promise<void> {
    const { page } = visitor
    await openTab(page, 'Fahrten')
    await page.getByRole('button', { name: 'Letzte 24 h' }).click()
    await page
      .getByText(/781 Positionen/)
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Karte des Positionsverlaufs' }).waitFor()
    const first = page.getByRole('button', { name: /^Position 1, / })
    await first.waitFor()
    await page.getByRole('button', { name: /^Position 781, / }).waitFor()
    await first.click()
    const popup = page.getByRole('dialog', { name: /Position 1/ })
    await popup.waitFor()
    await expect.poll(() => popup.innerText()).toMatch(/23\.06\.2023/)
    // The recording has no accuracy: the popup says so instead of inventing one.
    await expect.poll(() => popup.innerText()).toContain('N/A')
    await settle(visitor)
    await keepPicture(page, `tracking-${width}`)
  }

  async function takeItHome(page: Page): Promise<void> {
    const said = page.waitForEvent('dialog')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      said.then(async (dialog) => {
        expect(dialog.message()).toBe('GPX-Datei wurde erfolgreich heruntergeladen')
        await dialog.accept()
      }),
      page.getByRole('button', { name: 'GPX herunterladen' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^device_[\w-]+_2023-06-23\.gpx$/)
    const file = join(folder, download.suggestedFilename())
    await download.saveAs(file)
    const { stderr } = await promisify(execFile)('xmllint', ['--noout', '--schema', schema, file])
    expect(stderr).toContain('validates')
    expect((await readFile(file, 'utf8')).match(/<trkpt /g)).toHaveLength(781)
  }

  async function staysWithinItsBounds({ page, complaints }: Visit): Promise<void> {
    expect(complaints).toEqual([])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  }
})

/** Any 15 digits are an IMEI; the operator sold these two. */
function imeiOf(index: number): string {
  return String(356_938_035_643_800 + index)
}

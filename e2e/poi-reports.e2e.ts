import type { Locator, Page } from 'playwright-core'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { settle } from './at-rest.ts'
import { keepPicture, type Visit, type Width, widths } from './browser.ts'
import { becomeCustomer, becomeKnownCustomer, type Customer, signIn, tokenOf } from './customers.ts'
import { faultsEverywhere, faultsWhenNarrow, narrowest } from './faults.ts'
import { shareStories } from './stories.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { randomId } from '#server/platform/ids.ts'
import { send } from '#server/testing/client.ts'
import { poiRecord } from '#server/testing/poi-records.ts'

/* What one rider sees, the next ones learn: a POI is reported, confirmed, denied, corrected, taken back. */

/** A little after noon in Germany. */
const stories = shareStories({ CLOCK: '2026-06-23T12:00:00+02:00' })

describe('a report', () => {
  test('is made in a few taps, confirmed by a second person, denied by a third and taken back by the first', async () => {
    const anna = await rider()
    await report(anna.page, 'Mobiler Blitzer')
    await anna.page.getByText('Danke! Ihre Meldung gilt bis 15:').waitFor()
    const own = card(anna.page, 'Mobiler Blitzer')
    await own.getByText('Das haben Sie gemeldet.').waitFor()
    await own.getByText('Quelle und Abruf').click()
    await own.getByText('Meldung von Nutzerinnen und Nutzern', { exact: true }).waitFor()
    await own.getByText(/gilt bis 15:\d\d Uhr/).waitFor()
    await expect.poll(() => own.getByRole('button', { name: 'Nicht mehr da' }).count()).toBe(0)

    const ben = await rider()
    await open(ben.page, 'Mobiler Blitzer')
    const seen = card(ben.page, 'Mobiler Blitzer')
    await seen.getByText(/noch nicht bestätigt/).waitFor()
    await seen.getByRole('button', { name: 'Noch da' }).click()
    await seen.getByText(/1-mal bestätigt, zuletzt/).waitFor()
    await seen.getByText('wahrscheinlich').waitFor()
    expect(await faultsEverywhere(ben.page, 'the card of a report')).toEqual([])

    const cem = await rider()
    await open(cem.page, 'Mobiler Blitzer')
    await card(cem.page, 'Mobiler Blitzer').getByRole('button', { name: 'Nicht mehr da' }).click()
    await card(cem.page, 'Mobiler Blitzer')
      .getByText(/1-mal „nicht mehr da“/)
      .waitFor()

    await own.getByRole('button', { name: 'Ändern' }).click()
    const change = anna.page.getByRole('dialog', { name: 'Eigene Meldung ändern' })
    await change.getByLabel('Erlaubte Geschwindigkeit').selectOption('70 km/h')
    await change.getByLabel('Fahrtrichtung').selectOption('Süd')
    expect(await faultsEverywhere(anna.page, 'the dialogue to change', 'dialog')).toEqual([])
    await change.getByRole('button', { name: 'Änderungen speichern' }).click()
    await own.getByText('70 km/h', { exact: true }).waitFor()
    await own.getByText(/Süd \(180°\)/).waitFor()
    await own.getByText(/1-mal bestätigt/).waitFor()

    await own.getByRole('button', { name: 'Entfernen' }).click()
    const remove = anna.page.getByRole('dialog', { name: 'Eigene Meldung entfernen?' })
    await remove.getByRole('button', { name: 'Meldung entfernen' }).click()
    await anna.page.getByText('Ihre Meldung ist entfernt.').waitFor()
    await cem.page.reload()
    await card(cem.page, 'Diese Meldung gibt es nicht mehr.').getByRole('button', { name: 'Schließen' }).click()
    await list(cem.page).getByText('In diesem Ausschnitt ist nichts gemeldet').waitFor()
    nothingWentWrong(anna, ben, cem)
  })
})

test('what only a new account reports is unconfirmed, until one who is known and says how near they are confirms it', async () => {
  const newcomer = await rider(widths[0], becomeCustomer)
  await report(newcomer.page, 'Hindernis')
  const own = card(newcomer.page, 'Hindernis auf der Fahrbahn')
  await own.getByText('Das melden bisher nur neue Konten.').waitFor()

  const customer = await becomeKnownCustomer(stories.product)
  const known = await stories.enter(customer, null)
  const { page } = known
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ ...mapLimits.centre, accuracy: 20 })
  await page.goto('/pois')
  await openSheet(page)
  const row = list(page).getByRole('button', { name: /Hindernis/ })
  await row.getByText('Unbestätigt', { exact: true }).waitFor()
  await keepPicture(page, 'report-unconfirmed-list-390')
  await row.click()
  const seen = card(page, 'Hindernis auf der Fahrbahn')
  await seen.getByText('Das melden bisher nur neue Konten.').waitFor()
  const share = page.getByRole('checkbox', { name: /mitsenden, wie nah ich bin/ })
  await expect.poll(() => share.isChecked()).toBe(false)
  await share.check()
  await keepPicture(page, 'report-unconfirmed-390')
  expect(await faultsEverywhere(page, 'the card of an unconfirmed report')).toEqual([])
  await seen.getByRole('button', { name: 'Noch da' }).click()
  await seen.getByText(/1-mal bestätigt/).waitFor()
  await expect.poll(() => seen.getByText('Unbestätigt', { exact: true }).count()).toBe(0)
  const votes = stories.product.operator.selectFrom('poi_votes').select('weight')
  await expect.poll(() => votes.execute()).toEqual([{ weight: 0.5 }])
  await own.getByRole('button', { name: 'Entfernen' }).click()
  await newcomer.page.getByRole('button', { name: 'Meldung entfernen' }).click()
  await newcomer.page.getByText('Ihre Meldung ist entfernt.').waitFor()
  nothingWentWrong(newcomer, known)
})

test('a report that was open when the session ended is open again after the sign-in, for the same place', async () => {
  const visitor = await rider()
  const { page, customer } = visitor
  await page.getByRole('button', { name: 'Melden', exact: true }).click()
  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('button', { name: 'Hier melden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stelle melden' })
  await dialog.getByRole('radio', { name: 'Lange Baustelle' }).check()
  await dialog.getByLabel('Ende der Baustelle').fill('2026-06-30T18:00')
  const place = await dialog.getByText(/^Ort: /).innerText()
  await consent(dialog).check()
  const sending = (url: URL) => url.pathname === '/api/poi'
  await page.route(sending, (route) => route.fulfill({ status: 401, json: { success: false } }))
  await dialog.getByRole('button', { name: 'Meldung senden' }).click()
  await page.waitForURL(/\/login\?redirect=%2Fpois/)
  await page.unroute(sending)
  await signIn(page, customer)
  await page.getByText('Was Sie vor dem Ende der Sitzung eingegeben haben, ist wieder da.').waitFor()
  await expect.poll(() => dialog.getByRole('radio', { name: 'Lange Baustelle' }).isChecked()).toBe(true)
  await expect.poll(() => dialog.getByLabel('Ende der Baustelle').inputValue()).toBe('2026-06-30T18:00')
  await expect.poll(() => dialog.getByText(/^Ort: /).innerText()).toBe(place)
  await expect.poll(() => consent(dialog).isChecked()).toBe(false)
  await consent(dialog).check()
  await dialog.getByRole('button', { name: 'Meldung senden' }).click()
  await page.getByText('Danke! Ihre Meldung gilt bis 30.06.2026, 18:00 Uhr.').waitFor()
  await card(page, 'Dauerbaustelle').getByRole('button', { name: 'Entfernen' }).click()
  await page.getByRole('button', { name: 'Meldung entfernen' }).click()
  await page.getByText('Ihre Meldung ist entfernt.').waitFor()
  nothingWentWrong(visitor)
})

test('the form for reporting is within reach of a thumb, accessible and fits', async () => {
  const [width] = widths
  const visitor = await rider(width)
  const { page } = visitor
  const start = page.getByRole('button', { name: 'Melden', exact: true })
  await settle(visitor)
  const box = await start.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  // Within a thumb's reach: in the lower half of what is seen.
  expect(box?.y ?? 0).toBeGreaterThan(width.height / 2)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(width.height)
  await start.click()
  // Near enough to aim.
  await expect.poll(() => page.url()).toContain('#map=16.00/')
  await page.getByRole('region', { name: 'Was ist hier?' }).waitFor()
  await keepPicture(page, `report-tiles-${width.name}`)
  expect(await faultsEverywhere(page, 'the tiles')).toEqual([])
  await page.setViewportSize(width)
  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await keepPicture(page, `report-place-${width.name}`)
  expect(await faultsEverywhere(page, 'choosing the place')).toEqual([])
  await page.setViewportSize(width)
  await page.getByRole('button', { name: 'Hier melden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stelle melden' })
  await dialog.getByRole('button', { name: 'Meldung senden' }).click()
  await dialog.getByText('Bitte wählen Sie, was Sie melden möchten.').waitFor()
  await dialog.getByText(/§\s23\sStVO/).waitFor()
  await keepPicture(page, `report-dialog-${width.name}`)
  await dialog.getByRole('radio', { name: 'Lange Baustelle' }).check()
  await dialog.getByLabel('Ende der Baustelle').fill('2026-06-30T18:00')
  expect(await faultsEverywhere(page, 'the dialogue', 'dialog')).toEqual([])
  await page.setViewportSize(width)
  await dialog.getByRole('button', { name: 'Meldung senden' }).click()
  await dialog.getByText('Bitte setzen Sie hier ein Häkchen.').waitFor()
  await consent(dialog).check()
  await dialog.getByRole('button', { name: 'Meldung senden' }).click()
  await page.getByText('Danke! Ihre Meldung gilt bis 30.06.2026, 18:00 Uhr.').waitFor()
  await keepPicture(page, `report-card-${width.name}`)
  await card(page, 'Dauerbaustelle').getByRole('button', { name: 'Entfernen' }).click()
  await page.getByRole('button', { name: 'Meldung entfernen' }).click()
  await page.getByText('Ihre Meldung ist entfernt.').waitFor()

  await page.getByRole('button', { name: 'Schließen', exact: true }).click()
  await openSheet(page)
  await page.getByText('Wie lange gilt eine Meldung?').click()
  await page.getByRole('row', { name: 'Stau 15 Minuten' }).waitFor()
  expect(await faultsEverywhere(page, 'the rules')).toEqual([])
  nothingWentWrong(visitor)
})

test('one tap reports what is here; it is moved, and taken back for good, also where it confirmed what others had said', async () => {
  const anna = await riderHere()
  // The first report of all asks for consent, with what was tapped.
  await tap(anna.page, 'Glätte')
  const dialog = anna.page.getByRole('dialog', { name: 'Stelle melden' })
  await expect.poll(() => dialog.getByRole('radio', { name: 'Glätte' }).isChecked()).toBe(true)
  await consent(dialog).check()
  await dialog.getByRole('button', { name: 'Meldung senden' }).click()
  await anna.page.getByText('Danke! Ihre Meldung gilt bis').waitFor()
  await anna.page.getByRole('button', { name: 'Schließen', exact: true }).click()

  await tap(anna.page, 'Hindernis')
  await anna.page.getByText('Gemeldet: Hindernis, hier.').waitFor()
  await keepPicture(anna.page, 'report-told-390')
  const placesOf = async (type: 'Obstacle' | 'Slippery') => {
    const found = await stories.product.operator
      .selectFrom('pois')
      .select(({ ref }) => sql<number>`round(st_y(${ref('place')}::geometry)::numeric, 4)::float8`.as('latitude'))
      .where('poi_type', '=', type)
      .execute()
    return found.map(({ latitude }) => latitude)
  }
  await expect.poll(() => placesOf('Obstacle')).toEqual([mapLimits.centre.latitude])
  await anna.page.getByRole('button', { name: 'Ort ändern' }).click()
  await anna.page.getByText('Schieben Sie die Karte unter das Kreuz.').waitFor()
  const map = anna.page.getByRole('region', { name: 'Karte der POIs und Unwetterwarnungen' })
  await map.press('ArrowUp')
  await settle(anna)
  await anna.page.getByRole('button', { name: 'Hier melden' }).click()
  await anna.page.getByText('Gemeldet: Hindernis, unter dem Kreuz.').waitFor()
  await expect
    .poll(async () => (await placesOf('Obstacle')).map((north) => north > mapLimits.centre.latitude))
    .toEqual([true])
  await anna.page.getByRole('button', { name: 'Rückgängig' }).click()
  await anna.page.getByText('Zurückgenommen.').waitFor()
  await expect.poll(() => placesOf('Obstacle')).toEqual([])

  const ben = await riderHere()
  await tap(ben.page, 'Glätte')
  await consent(ben.page.getByRole('dialog', { name: 'Stelle melden' })).check()
  await ben.page.getByRole('button', { name: 'Meldung senden' }).click()
  await ben.page.getByText('Danke! Das war schon gemeldet').waitFor()
  await ben.page.getByRole('button', { name: 'Schließen', exact: true }).click()
  await tap(ben.page, 'Glätte')
  await ben.page.getByRole('button', { name: 'Rückgängig' }).click()
  await ben.page.getByText('Zurückgenommen.').waitFor()
  const votes = stories.product.operator.selectFrom('poi_votes').select('weight')
  await expect.poll(() => votes.execute()).toEqual([])
  await expect.poll(() => placesOf('Slippery')).toHaveLength(1)
  await stories.product.operator.deleteFrom('pois').where('poi_type', '=', 'Slippery').execute()
  nothingWentWrong(anna, ben)
})

test('an accident hotspot says in plain words what happened; how we know that unfolds, and nobody votes on it', async () => {
  const { product } = stories
  const place = { latitude: mapLimits.centre.latitude + 0.003, longitude: mapLimits.centre.longitude }
  const note =
    '10 Motorradunfälle 2018–2020, 2 schwer, meist nass, meist Abbiegeunfall. Zu erwarten: etwa 0,8 im Jahr, mit 90 % Sicherheit 0,5 bis 1,1. Für Motorräder auffällig: mehr, als die anderen Unfälle dort erwarten lassen.'
  const record = poiRecord({
    sourceId: 'spot',
    poiType: 'AccidentHotspotMoto',
    ...place,
    street: 'Lange Allee',
    note,
    speed: null,
  })
  await createPoisImport(product.operator, randomId).replace(
    { source: 'test', attribution: '© Test', edition: 0, at: product.clock.now(), records: [record] },
    async () => undefined,
  )
  const reader = await rider()
  const { page } = reader
  await openSheet(page)
  await list(page)
    .getByRole('button', { name: /Lange Allee.*10 Unfälle, 2 schwer · Abbiegen/ })
    .click()
  const seen = card(page, 'Unfallschwerpunkt Motorrad')
  await seen.getByText('10 Motorradunfälle in 3 Jahren, 2 schwer. Meist: Abbiegen, bei Nässe.').waitFor()
  await seen.getByText('Unfallatlas 2018–2020').waitFor()
  await seen.getByText(/mit 90 % Sicherheit/).waitFor({ state: 'hidden' })
  await keepPicture(page, 'hotspot-390')
  await seen.getByText('Wie wir das wissen').click()
  await seen.getByText(/mit 90 % Sicherheit/).waitFor()
  expect(await faultsEverywhere(page, 'the card of a hotspot')).toEqual([])
  await page.setViewportSize(widths[0])
  await seen.getByRole('button', { name: 'Für mich ausblenden' }).waitFor()
  for (const name of ['Stimmt', 'Stimmt nicht']) {
    await seen.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
  }
  await product.operator.deleteFrom('pois').where('source', '=', 'test').execute()
  nothingWentWrong(reader)
})

test('what a source says is doubted by those who know, hidden by who does not want to see it, and shown again', async () => {
  const { product } = stories
  const place = { latitude: mapLimits.centre.latitude + 0.003, longitude: mapLimits.centre.longitude }
  const records = [poiRecord({ sourceId: 'node/1', ...place, street: 'Lange Allee', city: 'Musterstadt' })]
  await createPoisImport(product.operator, randomId).replace(
    { source: 'test', attribution: '© Test', edition: 0, at: product.clock.now(), records },
    async () => undefined,
  )
  const { id } = await product.operator
    .selectFrom('pois')
    .select('id')
    .where('source', '=', 'test')
    .executeTakeFirstOrThrow()
  for (let word = 0; word < 2; word += 1) {
    const token = await tokenOf(product, await becomeKnownCustomer(product))
    expect((await send(product.url, 'POST', `/api/poi/${id}/deny?nearness=near`, { token })).status).toBe(200)
  }

  const reader = await rider()
  const { page } = reader
  const name = 'Geschwindigkeitskontrolle'
  await openSheet(page)
  const row = list(page).getByRole('button', { name: new RegExp(name) })
  await row.getByText('Zweifel', { exact: true }).waitFor()
  await row.click()
  const seen = card(page, name)
  await seen.getByText('Die Quelle nennt es weiterhin.').waitFor()
  await seen.getByRole('button', { name: 'Stimmt', exact: true }).click()
  await page.getByText(/Danke! Ihr Wort zählt mit\./).waitFor()
  await keepPicture(page, 'doubted-source-390')
  expect(await faultsEverywhere(page, 'the card of a doubted source')).toEqual([])
  await page.setViewportSize(widths[0])
  await seen.getByRole('button', { name: 'Für mich ausblenden' }).click()
  await page.getByText('Ausgeblendet. Unter „POI-Konfiguration“ zeigen Sie ihn wieder.').waitFor()
  await seen.getByRole('button', { name: 'Wieder zeigen' }).waitFor()
  await page.getByRole('button', { name: 'Schließen', exact: true }).click()
  await list(page).getByText('In diesem Ausschnitt ist nichts gemeldet').waitFor()

  // The tiles are the same for everybody.
  await page.goto('/pois')
  await openSheet(page)
  await page.getByText('Die Gruppen auf der Karte zählen bis zu 1 POI mit, den Sie ausgeblendet haben.').waitFor()
  await keepPicture(page, 'hidden-in-clusters-390')

  await page.goto('/poi-configuration')
  const hidden = page.getByRole('region', { name: 'Ausgeblendete POIs' })
  await hidden.getByText('Lange Allee, Musterstadt').waitFor()
  await hidden.scrollIntoViewIfNeeded()
  await keepPicture(page, 'hidden-pois-390')
  expect(await faultsEverywhere(page, 'the list of hidden POIs')).toEqual([])
  expect(await faultsWhenNarrow(page, 'the list of hidden POIs', narrowest)).toEqual([])
  await page.setViewportSize(widths[0])
  await hidden.getByRole('button', { name: `${name} wieder zeigen` }).click()
  await hidden.getByText(/Sie haben nichts ausgeblendet/).waitFor()
  await page.goto('/pois')
  await openSheet(page)
  await row.waitFor()
  await product.operator.deleteFrom('pois').where('id', '=', id).execute()
  nothingWentWrong(reader)
})

/** A customer with the map open. */
async function rider(
  width: Width = widths[0],
  becoming = becomeKnownCustomer,
): Promise<Visit & { customer: Customer }> {
  const customer = await becoming(stories.product)
  // A reload requests the POI in the address, which may be gone by then.
  const visitor = await stories.enter(customer, '/pois', {
    width,
    expected: /40[14] \((Not Found|Unauthorized)\)/,
  })
  await visitor.page.locator('canvas').first().waitFor()
  return { ...visitor, customer }
}

/** The same, standing in the middle of the map. */
async function riderHere() {
  const customer = await becomeKnownCustomer(stories.product)
  const visitor = await stories.enter(customer, null)
  await visitor.page.context().grantPermissions(['geolocation'])
  await visitor.page.context().setGeolocation({ ...mapLimits.centre, accuracy: 20 })
  await visitor.page.goto('/pois')
  await visitor.page.locator('canvas').first().waitFor()
  return visitor
}

async function tap(page: Page, tile: string): Promise<void> {
  await page.getByRole('button', { name: 'Melden', exact: true }).click()
  await page.getByRole('region', { name: 'Was ist hier?' }).getByRole('button', { name: tile, exact: true }).click()
}

async function report(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Melden', exact: true }).click()
  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('button', { name: 'Hier melden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stelle melden' })
  await dialog.getByRole('radio', { name: type }).check()
  await consent(dialog).check()
  await dialog.getByRole('button', { name: 'Meldung senden' }).click()
}

/** Asked with the first report. */
const consent = (dialog: Locator) => dialog.getByRole('checkbox', { name: 'Meine Meldungen dürfen gezeigt werden' })

const list = (page: Page) => page.getByRole('region', { name: 'Im Kartenausschnitt' })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** All that the sheet over the map holds. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mehr zeigen' }).click()
}

async function open(page: Page, type: string): Promise<void> {
  await openSheet(page)
  await list(page)
    .getByRole('button', { name: new RegExp(type) })
    .click()
}

function nothingWentWrong(...visitors: Visit[]): void {
  for (const { complaints } of visitors) expect(complaints).toEqual([])
}

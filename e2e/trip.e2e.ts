import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settle } from './at-rest.ts'
import { keepPictures, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsOf } from './faults.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import { startOfBerlinDay } from '#domain/time/time.ts'

const stories = shareStories('customers')
const [phone, desktop] = widths
const cards = (page: Page) => page.getByRole('region', { name: 'Fahrten', exact: true }).getByRole('link')
const slider = (page: Page) => page.getByRole('slider', { name: 'Zeitpunkt der Wiedergabe' })

test('the rides begin with the last day that was ridden: cards in the first picture, and no map on a phone', async () => {
  const { page, complaints } = await openRides()
  await expect.poll(() => cards(page).count()).toBe(2)
  await page.getByRole('heading', { level: 2, name: 'Gestern' }).waitFor()
  await page.getByText(/^2 Fahrten · \d+ km$/).waitFor()
  await expect.poll(() => cards(page).first().innerText()).toMatch(/\d+ km · 30 Min\. · \d\d:\d\d/)
  const bottom = async () => {
    const box = await cards(page).first().boundingBox()
    return box === null ? Infinity : box.y + box.height
  }
  await expect.poll(bottom).toBeLessThan(phone.height)
  await expect.poll(() => page.locator('canvas').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a day without a ride leads to the last one that has some', async () => {
  const { page, complaints } = await openRides()
  await page.getByRole('button', { name: /^Heute/ }).click()
  await page.getByRole('heading', { name: /^Keine Fahrt am \S+tag, \d+\. \S+$|^Keine Fahrt am Mittwoch, / }).waitFor()
  await page.getByText(/^Letzte: \S+, \d+\. \S+, \d\d:\d\d$/).waitFor()
  await page.getByRole('button', { name: 'Fahrten zeigen' }).click()
  await expect.poll(() => cards(page).count()).toBe(2)
  expect(complaints).toEqual([])
})

test('a ride says at most 60 words, its curve moves the vehicle, and it can be taken home and deleted', async () => {
  const visitor = await openRides()
  const { page, complaints } = visitor
  await cards(page).last().click()
  await page.waitForURL(/\/tracking\/trip\?device=[^&]+&at=/)
  await slider(page).waitFor()
  await page.getByRole('img', { name: 'Start' }).waitFor()
  await settle(visitor)
  const words = async () => (await page.getByRole('main').innerText()).split(/\s+/).filter((word) => word !== '').length
  await expect.poll(words).toBeLessThanOrEqual(60)
  await expect.poll(() => page.getByRole('button', { name: /^Position \d/ }).count()).toBe(0)
  await keepPictures(page, 'trip')

  await rub(page)
  await useKeys(page)
  expect(await faultsOf(page, 'a ride', 'light')).toEqual([])
  await takeHome(page)

  const deleted = page.waitForEvent('dialog')
  await page.getByRole('button', { name: 'Löschen' }).click()
  const question = page.getByRole('dialog', { name: 'Diese Fahrt löschen?' })
  await question.getByRole('button', { name: 'Löschen' }).click()
  const alert = await deleted
  expect(alert.message()).toMatch(/^Gelöscht: /)
  await alert.accept()
  await expect.poll(() => cards(page).count()).toBe(1)
  expect(complaints).toEqual([])
})

test('a ride over midnight is one ride, on the day on which it began', async () => {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  const midnight = Date.parse(startOfBerlinDay(stories.product.clock.now().toISOString(), 1))
  // Half an hour around midnight, and back from a quarter past one.
  await report(stories.product, customer.imei, recordedRides(new Date(midnight + 176 * minuteMs)))
  const { page, complaints } = await stories.enter(customer, '/tracking?tab=rides', { width: phone })
  await page.getByRole('heading', { level: 2, name: 'Gestern' }).waitFor()
  await expect.poll(() => cards(page).count()).toBe(1)
  await expect.poll(() => cards(page).innerText()).toMatch(/01:15/)
  await page.getByRole('button', { name: 'Zeitraum davor' }).click()
  await expect.poll(() => cards(page).innerText()).toMatch(/ · 30 Min\. · 23:4\d/)
  await cards(page).click()
  await page.getByText(/^30 Min\.$/).waitFor()
  // A moment after midnight names the ride, too.
  const address = new URL(page.url())
  address.searchParams.set('at', new Date(midnight + 5 * minuteMs).toISOString())
  await page.goto(address.toString())
  await page.getByText(/^30 Min\.$/).waitFor()
  expect(complaints).toEqual([])
})

test('an address of a ride that is gone says so, and leads to the rides', async () => {
  const { page } = await openRides()
  const trip = await cards(page).first().getAttribute('href')
  await page.goto((trip ?? '').replace(/at=.*/, 'at=2026-01-01T10%3A00%3A00.000Z'))
  await page.getByRole('heading', { name: 'Diese Fahrt ist nicht mehr da' }).waitFor()
  await page.getByRole('link', { name: 'Zu den Fahrten' }).click()
  await page.getByRole('tab', { name: 'Fahrten', selected: true }).waitFor()
})

test('in a wide window the lines of the day stand beside its cards, without numbers', async () => {
  const { page } = await openRides(desktop)
  await cards(page).first().waitFor()
  await page.getByRole('region', { name: 'Karte des Positionsverlaufs' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Position \d/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Alle Positionen auf der Karte' }).click()
  await page.getByRole('button', { name: /^Position 1, / }).waitFor()
})

/** The rides of somebody who rode yesterday, and not today. */
async function openRides(width: (typeof widths)[number] = phone) {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  const yesterday = Date.parse(startOfBerlinDay(stories.product.clock.now().toISOString(), 1))
  await report(stories.product, customer.imei, recordedRides(new Date(yesterday + 20 * hourMs)))
  return stories.enter(customer, '/tracking?tab=rides', { width })
}

/** By finger: from one end of the curve to the other. */
async function rub(page: Page): Promise<void> {
  const spoken = () => slider(page).getAttribute('aria-valuetext')
  const before = await spoken()
  const { x = 0, y = 0, width = 0 } = (await page.getByRole('img', { name: /^Tempo von / }).boundingBox()) ?? {}
  await page.mouse.move(x + 0.2 * width, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 0.9 * width, y + 20)
  await page.mouse.up()
  await expect.poll(spoken).not.toBe(before)
  await expect.poll(spoken).toMatch(/^\d+ km\/h · \d\d:\d\d$/)
  const share = async () => Number(await slider(page).inputValue()) / Number(await slider(page).getAttribute('max'))
  await expect.poll(share).toBeCloseTo(0.9, 1)
}

async function useKeys(page: Page): Promise<void> {
  await slider(page).focus()
  const value = async () => Number(await slider(page).inputValue())
  const before = await value()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(value).toBeLessThan(before)
  await page.getByRole('radio', { name: '20×' }).and(page.locator(':checked')).waitFor()
  await page.getByRole('button', { name: 'Abspielen' }).click()
  await page.getByRole('button', { name: 'Anhalten' }).click()
}

async function takeHome(page: Page): Promise<void> {
  const said = page.waitForEvent('dialog')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    said.then((dialog) => dialog.accept()),
    page.getByRole('button', { name: 'GPX' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.gpx$/)
}

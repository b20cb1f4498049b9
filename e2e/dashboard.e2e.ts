import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture, keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { enableTracking } from './recorded-rides.ts'
import { shareStories } from './stories.ts'

/* The first screen after the sign-in: one's own vehicle first, then what needs doing. */

const stories = shareStories('customers')

test('a new device is set up step by step; then its owner rides off in one tap, and answers an alarm', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const report = (parameters: Record<string, string>) => {
    const query = new URLSearchParams({ id: customer.imei, ...parameters }).toString()
    return fetch(`http://127.0.0.1:${product.trackerPort}/?${query}`)
  }
  const { page } = await stories.enter(customer, '/dashboard')
  const tasks = page.getByRole('region', { name: 'Zu tun' })
  const steps = tasks.getByRole('list', { name: 'Einrichten' })
  await steps.getByRole('link', { name: 'Tracker anschließen' }).waitFor()
  expect(await faultsEverywhere(page, 'a new device')).toEqual([])
  await keepPictures(page, 'dashboard-new')

  await report({ batt: '82' })
  await steps.getByRole('link', { name: 'Tracking einschalten' }).click()
  await page.getByRole('heading', { level: 1, name: 'Was fahren Sie?' }).waitFor()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.waitForURL((url) => url.pathname === '/einrichten/tracker')
  await enableTracking(product, customer)
  await page.goto('/dashboard')
  await steps.getByRole('link', { name: 'Test-Alarm senden' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wen wecken wir?' }).waitFor()
  await page.getByRole('button', { name: 'Probealarm senden' }).click()
  await product.mail.emailTo(customer.email, /Test-Alarm/)
  // What happens before the page listens it would hear of a minute later.
  const listens = page.waitForResponse('**/api/events')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Ich fahre' }).waitFor()
  await listens
  await expect.poll(() => steps.count()).toBe(0)

  await report({ lat: '49.0069', lon: '8.4037', accuracy: '5', batt: '82' })
  await page.getByText(/^steht mindestens seit .* · Akku 82 % · Alarm scharf$/).waitFor()
  await report({ lat: '49.0369', lon: '8.4037', accuracy: '5', alarm: 'tow' })
  await page.getByText(/^Abschleppen gemeldet: .* Sind Sie das\?$/).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Nein: 110 anrufen' }).getAttribute('href')).toBe('tel:110')
  expect(await faultsEverywhere(page, 'suspicion')).toEqual([])
  await keepPictures(page, 'dashboard-suspicion')
  await page.getByRole('button', { name: 'Ja, ich bin es' }).click()
  await page.getByText(/ · Alarm pausiert bis zur Ankunft$/).waitFor()
  await page.getByRole('button', { name: 'Alarm wieder einschalten' }).click()
  await page.getByRole('button', { name: 'Ich fahre' }).click()
  await page.getByText(/ · Alarm pausiert bis zur Ankunft$/).waitFor()
})

test('„Ich fahre“ has one word and one look wherever it stands, and takes itself back in the same place', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  const { page } = await stories.enter(customer, '/dashboard')
  const ride = page.getByRole('button', { name: 'Ich fahre', exact: true })
  await ride.waitFor()
  await keepPicture(page, 'ride-dashboard')
  const look = await lookOf(ride)
  expect(look).toMatchObject({ text: 'Ich fahre', height: '52px' })

  await page.goto('/tracking?tab=now')
  await expect.poll(() => lookOf(ride)).toEqual(look)
  await keepPicture(page, 'ride-now')
  await ride.click()
  const arm = page.getByRole('button', { name: 'Alarm wieder einschalten' })
  await arm.click()
  await ride.waitFor()
  // The focus stays on it for the keyboard.
  await expect.poll(() => ride.evaluate((button) => button === document.activeElement)).toBe(true)

  await page.goto('/tracking?tab=alarm')
  await expect.poll(() => lookOf(ride)).toEqual(look)
  await keepPicture(page, 'ride-alarm')
})

function lookOf(button: Locator) {
  return button.evaluate((element) => {
    const { backgroundColor, color, fontFamily, fontSize, borderRadius, height } = getComputedStyle(element)
    return { text: element.textContent, backgroundColor, color, fontFamily, fontSize, borderRadius, height }
  })
}

test('without a base map of the operator’s own, a place is called by the nearest town; its coordinates are one tap below', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  const inTheHarz = new URLSearchParams({ id: customer.imei, lat: '51.7607', lon: '10.5527', accuracy: '5' })
  await fetch(`http://127.0.0.1:${product.trackerPort}/?${inTheHarz.toString()}`)
  const { page } = await stories.enter(customer, '/dashboard')
  const card = page.getByRole('article', { name: 'Wegwarte Spur' })
  const name = card.getByText('6 km nordwestlich von Braunlage', { exact: true })
  const coordinates = card.getByText('51.76070, 10.55270 (± 5 m)', { exact: true })
  await name.waitFor()
  await expect.poll(() => coordinates.isVisible()).toBe(false)
  await name.click()
  await coordinates.waitFor()
  await card.getByRole('button', { name: 'Teilen' }).waitFor()
  await expect
    .poll(() => card.getByRole('link', { name: 'Route dorthin' }).getAttribute('href'))
    .toBe('https://www.openstreetmap.org/directions?to=51.76070,10.55270')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: 'Koordinaten kopieren' }).click()
  await page.getByText('Die Koordinaten sind kopiert.').waitFor()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('51.76070, 10.55270')
  expect(await faultsEverywhere(page, 'a place that is open')).toEqual([])
  await keepPictures(page, 'dashboard-place')

  await page.goto('/tracking')
  const sheet = page.getByRole('region', { name: 'Wie es um das Fahrzeug steht' })
  await sheet.getByText('6 km nordwestlich von Braunlage', { exact: true }).waitFor()
  await keepPicture(page, 'tracking-place')
})

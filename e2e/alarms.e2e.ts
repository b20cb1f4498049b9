import { expect, test } from 'vitest'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer, signIn } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { shareStories } from './stories.ts'

/* The theft alarm, from the switch to the letter (specification, section 9). */

const stories = shareStories({})

test('an owner switches the alarm on, tries it, is told of a position, and lets it rest for a ride', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const { page, complaints } = await stories.open('/login?redirect=%2Ftracking', { width: widths[1] })
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, customer)
  await page.waitForURL((url) => url.pathname === '/tracking')
  const alarm = page.getByRole('region', { name: 'Diebstahlalarm', exact: true })

  await page.getByRole('radio', { name: /^Bewegungsprofil/ }).click()
  expect(await alarm.count()).toBe(0)
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/ }).click()
  await alarm.getByText('Der Alarm wacht, sobald das Tracking aktiv ist.').waitFor()
  await page.getByRole('checkbox', { name: /Ich willige ein/ }).click()
  await page.getByText(/Einwilligung erteilt am/).waitFor()
  await page.getByRole('button', { name: 'Tracking aktivieren' }).click()
  await alarm.getByText('Wacht', { exact: true }).waitFor()

  await alarm.getByRole('button', { name: 'Test-Alarm senden' }).click()
  await alarm.getByText('Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.').waitFor({ timeout: 15_000 })
  expect(await alarm.getByRole('list', { name: 'Weg des Test-Alarms' }).getByText('steht noch aus').count()).toBe(0)
  await product.mail.letterTo(customer.email, /Test-Alarm/)

  const report = { id: customer.imei, lat: '49.0069', lon: '8.4037', accuracy: '5' }
  await fetch(`http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams(report).toString()}`)
  const letter = await product.mail.letterTo(customer.email, /Diebstahlalarm/)
  expect(letter.text).toContain('49.00690, 8.40370')
  await page.reload()
  await alarm.getByText('Erste Position').waitFor()
  await alarm.getByText('Heute verschickt: 1 von höchstens 20.').waitFor()
  await alarm.getByRole('button', { name: /^Erste Position vom .* als gesehen vermerken$/ }).click()
  await alarm.getByText(/^Gesehen \d/).waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width: width.width, height: width.height })
    await alarm.scrollIntoViewIfNeeded()
    await keepPicture(page, `alarms-${width.name}`)
  }
  expect(await faultsEverywhere(page, 'the theft alarm')).toEqual([])

  await alarm.getByRole('button', { name: 'Ich fahre' }).click()
  await alarm.getByText(/Der Alarm ruht, bis das Fahrzeug 10 Minuten steht, .* noch 24 Stunden/).waitFor()
  await keepPicture(page, 'alarms-paused')
  await alarm.getByRole('button', { name: 'Wieder wachen lassen' }).click()
  await alarm.getByText('Wacht', { exact: true }).waitFor()
  await alarm.getByRole('button', { name: '1 Stunde' }).click()
  await alarm.getByText(/Der Alarm ruht bis .* noch (60|59) Minuten/).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

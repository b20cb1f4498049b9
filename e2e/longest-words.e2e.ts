import { expect, test } from 'vitest'
import * as z from 'zod'
import { settle } from './at-rest.ts'
import { becomeCustomer, tokenOf } from './customers.ts'
import { narrowest } from './faults.ts'
import { beTowed, enableTracking, recordedRides, report } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { widths } from './browser.ts'
import { deviceChange } from '#contract/devices/devices.ts'
import { send } from '#server/testing/client.ts'
import { screens } from '#web/app/start/screens.ts'
import { paths } from '#web/browser/paths.ts'

const stories = shareStories('customers')
const owned = z.object({ data: z.array(z.looseObject({ id: z.string() })) })

/** Each text that an owner may write about a device, as long as the contract allows, in one word. */
const longestTexts = Object.fromEntries(
  Object.entries(deviceChange.shape).flatMap(([name, schema]) => {
    const { anyOf = [], maxLength } = z.toJSONSchema(schema, { io: 'input' })
    const [length] = [maxLength, ...anyOf.map((one) => one.maxLength)].filter((each) => each !== undefined)
    return length === undefined ? [] : [[name, 'Wegwartenblüte'.repeat(length).slice(0, length)]]
  }),
)

test('the longest words that an owner may write make no screen wider than a phone', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const deviceId = await enableTracking(product, customer)
  await report(product, customer.imei, recordedRides(product.clock.now()))
  await beTowed(product.trackerPort, customer.imei)
  const token = await tokenOf(product, customer)
  const [device] = owned.parse((await send(product.url, 'GET', '/api/devices', { token })).body).data
  // Brand and model have one limit together.
  const body = { ...device, ...longestTexts, vehicleBrand: null }
  const named = await send(product.url, 'PUT', `/api/devices/${deviceId}`, { token, body })
  expect(named.status).toBe(200)

  const visitor = await stories.enter(customer, null)
  const { page, complaints } = visitor
  const found: string[] = []
  const tabs = ['rides', 'alarm', 'settings'].map((tab) => `${paths.tracking}?tab=${tab}`)
  const signedIn = screens.filter(({ access }) => access === 'signed-in').map(({ path }) => path)
  for (const path of [...signedIn, ...tabs]) {
    await page.goto(path.replace(':device', deviceId))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settle(visitor)
    for (const size of [widths[0], narrowest]) {
      await page.setViewportSize({ width: size.width, height: size.height })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (overflow > 0) found.push(`${path} is ${overflow} px wider than ${size.width} px`)
    }
  }
  expect(found).toEqual([])
  expect(complaints).toEqual([])
})

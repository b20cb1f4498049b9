import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { reportAs, turnTrackingOn } from '#server/testing/gateway-product.ts'
import { becomeCustomer } from '#server/testing/people.ts'
import { startTestProduct } from '#server/testing/test-product.ts'

const patienceMs = 120_000

test(
  'at `::` browsers and trackers reach the product by IPv4 and IPv6',
  async () => {
    const [port, gatewayPort] = [await freePort(), await freePort()]
    const product = await startTestProduct({
      HOST: '::',
      PORT: String(port),
      GATEWAY_HOST: '::',
      GATEWAY_OSMAND_PORT: String(gatewayPort),
    })
    const person = await becomeCustomer(product)
    await turnTrackingOn(product, person, 'BOTH')
    const seconds = Math.floor((clockFrom().now().getTime() - 5 * minuteMs) / 1000)
    for (const [at, host] of ['127.0.0.1', '[::1]'].entries()) {
      expect((await send(`http://${host}:${port}`, 'GET', '/api/time')).status).toBe(200)
      const fix = { lat: String(49 + at), lon: '8.4', timestamp: String(seconds + 60 * at) }
      expect((await reportAs(`http://${host}:${gatewayPort}`, person, fix)).status).toBe(200)
    }
    const stored = await product.operator.selectFrom('positions').select('latitude').orderBy('recorded_at').execute()
    expect(stored.map(({ latitude }) => latitude)).toEqual([49, 50])
    await product.close()
  },
  patienceMs,
)

test.each([
  ['HOST', { HOST: '192.0.2.1' }],
  ['GATEWAY_HOST', { GATEWAY_HOST: '192.0.2.1' }],
  ['GATEWAY_HOST', { GATEWAY_HOST: 'nowhere.invalid' }],
])(
  'an address in %s that this machine does not have is refused at the start, in one line',
  async (name, settings) => {
    await expect(startTestProduct(settings)).rejects.toThrow(new RegExp(`^${name}: Dieser Rechner hat diese Adresse`))
  },
  patienceMs,
)

import { freePort } from './free-port.ts'
import { send } from './client.ts'
import type { Person } from './people.ts'
import { startTestProduct, type TestProduct } from './test-product.ts'

export interface GatewayProduct {
  product: TestProduct
  gatewayUrl: string
}

/**
 * A product that devices report to in OsmAnd's protocol.
 * @param database its setting for a database of its own; without it, it opens an embedded one.
 */
export async function startGatewayProduct(database: Record<string, string> = {}): Promise<GatewayProduct> {
  const port = await freePort()
  const product = await startTestProduct({ GATEWAY_OSMAND_PORT: String(port), ...database })
  return { product, gatewayUrl: `http://127.0.0.1:${port}` }
}

/** What a person's device reports; the parameters are OsmAnd's. */
export function reportAs(gatewayUrl: string, person: Person, parameters: Record<string, string>): Promise<Response> {
  const query = new URLSearchParams({ id: person.imei, key: person.deviceSecret, ...parameters })
  return fetch(`${gatewayUrl}/?${query.toString()}`, { method: 'POST' })
}

/** A person consents to tracking and turns it on. */
export async function turnTrackingOn(
  product: TestProduct,
  { token, deviceId }: Person,
  trackingMode: string,
): Promise<void> {
  const post = (path: string, body: unknown) => send(product.url, 'POST', path, { token, body })
  await post('/api/tracking/consent', { deviceId, consentGiven: true })
  await post('/api/tracking/enable', { deviceId, trackingMode })
}

import { type ProductAddress, reachProduct, type RunningProduct } from './product.ts'
import { type Arrived, letterAmong } from '#server/testing/test-product.ts'

/**
 * The products that stories share, by their settings. In each, a story changes only what is its own: customers it has
 * made, or a device of the demo that no other story looks at.
 */
export const worlds = {
  demo: { DEMO: '1', BLOCK_DEVTOOLS: '1' },
  customers: { MAX_DEVICES: '2', SHOP_URL_START: 'https://shop.example/start' },
} satisfies Record<string, Record<string, string>>
export type World = keyof typeof worlds

/** @param worldsUrl where the run's worlds are asked for (`worlds.setup.ts`). */
export async function reachWorld(
  worldsUrl: string,
  world: World,
): Promise<{ product: RunningProduct; tileOrigin: string }> {
  const { address, tileOrigin } = await ask<{ address: ProductAddress; tileOrigin: string }>(`${worldsUrl}/${world}`)
  const arrived = () => ask<Arrived[]>(`${worldsUrl}/${world}/letters`)
  const mail = { letterTo: (to: string, subject?: RegExp) => letterAmong(arrived, to, subject) }
  return { product: reachProduct(address, mail), tileOrigin }
}

async function ask<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the world is not there: ${await response.text()}`)
  return (await response.json()) as T
}

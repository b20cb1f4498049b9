import { type ProductAddress, reachProduct, type RunningProduct } from './product.ts'
import { type Arrived, emailAmong } from '#server/testing/test-product.ts'

/**
 * The products that stories share, by their settings. In each, a story changes only what is its own: customers it has
 * made, or a device of the demo that no other story looks at. One is on the embedded database (decision 98).
 */
export const worlds = {
  demo: { isEmbedded: true, settings: { DEMO: '1', BLOCK_DEVTOOLS: '1' } },
  customers: {
    isEmbedded: false,
    settings: {
      MAX_DEVICES: '2',
      SHOP_URL_START: 'https://shop.example/start',
      SHOP_URL_CANCEL: 'https://shop.example/cancel',
      SHOP_URL_WITHDRAWAL: 'https://shop.example/withdrawal',
    },
  },
} satisfies Record<string, { isEmbedded: boolean; settings: Record<string, string> }>
export type World = keyof typeof worlds

/** @param worldsUrl the address at which the run's worlds are requested (`worlds.setup.ts`). */
export async function reachWorld(
  worldsUrl: string,
  world: World,
): Promise<{ product: RunningProduct; tileOrigin: string }> {
  const { address, tileOrigin } = await ask<{ address: ProductAddress; tileOrigin: string }>(`${worldsUrl}/${world}`)
  const arrived = () => ask<Arrived[]>(`${worldsUrl}/${world}/emails`)
  const mail = { emailTo: (to: string, subject?: RegExp) => emailAmong(arrived, to, subject) }
  return { product: reachProduct(address, mail), tileOrigin }
}

async function ask<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the world is not there: ${await response.text()}`)
  return (await response.json()) as T
}

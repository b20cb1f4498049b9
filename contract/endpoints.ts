import { auth } from '#contract/auth.ts'
import { devices } from '#contract/devices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { pois } from '#contract/pois.ts'
import { product } from '#contract/product.ts'
import { tracking } from '#contract/tracking.ts'
import { weather } from '#contract/weather.ts'

/** Every endpoint of the product. The server refuses to start when one of them has no handler. */
export const endpoints: readonly Endpoint[] = [auth, devices, tracking, pois, weather, product].flatMap(
  (room): Endpoint[] => Object.values(room),
)

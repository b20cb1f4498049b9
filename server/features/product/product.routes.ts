import { limits } from '#contract/limits.ts'
import { product, type ProductConfig } from '#contract/product.ts'
import type { Clock } from '#server/clock.ts'
import type { Settings } from '#server/config.ts'
import type { Api } from '#server/http/api.ts'

export function registerProductRoutes(api: Api, { settings, clock }: { settings: Settings; clock: Clock }): void {
  const config = configOf(settings)
  api.on(product.config, async () => ({ ...config, now: clock.now().toISOString() }))
  api.on(product.time, async () => ({ now: clock.now().toISOString(), timeZone: limits.app.timeZone }))
}

function configOf(settings: Settings): Omit<ProductConfig, 'now'> {
  return {
    version: limits.app.version,
    demo: settings.DEMO,
    blockDevtools: settings.BLOCK_DEVTOOLS,
    maxDevices: settings.MAX_DEVICES,
    map: {
      tileUrl: settings.TILE_URL,
      tileAttribution: settings.TILE_ATTRIBUTION,
      styleUrl: settings.MAP_STYLE_URL ?? null,
    },
    supportMail: settings.SUPPORT_MAIL,
    shopUrls: {
      START: settings.SHOP_URL_START,
      PREMIUM: settings.SHOP_URL_PREMIUM,
      ENTERPRISE: settings.SHOP_URL_ENTERPRISE,
      STANDARD: settings.SHOP_URL_STANDARD,
    },
    socialLinks: settings.SOCIAL_URLS.map((url) => ({ name: nameOf(url), url })),
    operator: {
      name: settings.OPERATOR_NAME,
      street: settings.OPERATOR_STREET,
      city: settings.OPERATOR_CITY,
      phone: settings.OPERATOR_PHONE,
      email: settings.SUPPORT_MAIL,
      represented: settings.OPERATOR_REPRESENTED,
      register: settings.OPERATOR_REGISTER,
      vatId: settings.OPERATOR_VAT_ID,
    },
  }
}

/** A link's name for people: the last part of its path, else its host. */
function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  const last = pathname.split('/').findLast((part) => part !== '')
  return last === undefined ? hostname : last.charAt(0).toUpperCase() + last.slice(1)
}

import { limits } from '#contract/limits.ts'
import { product, type ProductConfig } from '#contract/product.ts'
import type { Clock } from '#server/clock.ts'
import type { Settings } from '#server/config.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'

/** How the parts of the product are, asked anew at each call. */
export interface Health {
  databaseAnswers(): Promise<boolean>
  mail: 'smtp' | 'mailbox'
  jobs(): 'ok' | 'down' | 'elsewhere'
  feeds(): Promise<{ feed: string; lastSuccessAt: string | null; failing: boolean }[]>
}

export function registerProductRoutes(
  api: Api,
  { settings, clock, health }: { settings: Settings; clock: Clock; health: Health },
): void {
  const config = configOf(settings)
  api.on(product.config, async () => ({ ...config, now: clock.now().toISOString() }))
  api.on(product.time, async () => ({ now: clock.now().toISOString(), timeZone: limits.app.timeZone }))
  api.on(product.health, async () => {
    const database = await health.databaseAnswers()
    if (!database) throw new Problem('UNAVAILABLE')
    const jobs = health.jobs()
    return {
      status: jobs === 'down' ? ('degraded' as const) : ('ok' as const),
      version: limits.app.version,
      database: 'ok' as const,
      mail: health.mail,
      jobs,
      feeds: await health.feeds(),
    }
  })
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

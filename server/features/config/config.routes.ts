import { appLimits } from '#contract/limits/app-limits.ts'
import { type BasemapArchive, config, type ProductConfig } from '#contract/config.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Settings, shopUrlsOf } from '#server/config.ts'
import type { Api } from '#server/http/api.ts'

interface Given {
  settings: Settings
  clock: Clock
  archive: BasemapArchive | null
  /** In words; null: nothing. */
  announcement: () => string | null
}

export function registerConfigRoutes(api: Api, { settings, clock, archive, announcement }: Given): void {
  const unchanging = configOf(settings, archive)
  api.on(config.read, async () => {
    const announced = announcement()
    return { ...unchanging, now: clock.now().toISOString(), ...(announced !== null && { announcement: announced }) }
  })
  api.on(config.time, async () => ({ now: clock.now().toISOString(), timeZone: appLimits.timeZone }))
}

function configOf(settings: Settings, archive: BasemapArchive | null): Omit<ProductConfig, 'now' | 'announcement'> {
  return {
    version: appLimits.version,
    demo: settings.DEMO,
    blockDevtools: settings.BLOCK_DEVTOOLS,
    maxDevices: settings.MAX_DEVICES,
    map: {
      tileUrl: settings.TILE_URL,
      tileAttribution: settings.TILE_ATTRIBUTION,
      styleUrl: settings.MAP_STYLE_URL ?? null,
      archive,
    },
    phones: settings.ALERT_WEBHOOK_URL !== undefined,
    router: settings.ROUTER_URL !== undefined,
    supportMail: settings.SUPPORT_MAIL,
    shopUrls: shopUrlsOf(settings),
    contractLinks: contractLinksOf(settings),
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

/**
 * The words stand in § 312k Abs. 2 Satz 2 and § 356a Abs. 1 BGB; the pages they lead to, where a contract is ended in a
 * second step, are the shop's own.
 */
function contractLinksOf({ SHOP_URL_CANCEL: cancel, SHOP_URL_WITHDRAWAL: withdrawal }: Settings) {
  return [
    ...(cancel === undefined ? [] : [{ name: 'Verträge hier kündigen', url: cancel }]),
    ...(withdrawal === undefined ? [] : [{ name: 'Vertrag widerrufen', url: withdrawal }]),
  ]
}

/** A link's name for people: the last part of its path, else its host. */
function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  const last = pathname.split('/').findLast((part) => part !== '')
  return last === undefined ? hostname : last.charAt(0).toUpperCase() + last.slice(1)
}

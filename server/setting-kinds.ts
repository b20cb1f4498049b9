import { isIP } from 'node:net'
import * as z from 'zod'

/* The kinds of values that settings have, each with the German words for what is expected. */

const portMessage = 'erwartet wird ein Port von 0 bis 65535, ohne Rechnernamen'
export const port = z.coerce.number(portMessage).int(portMessage).min(0, portMessage).max(65_535, portMessage)
export const onOff = z
  .enum(['0', '1', 'on', 'off'], 'erwartet wird 1 oder 0')
  .transform((value) => value === '1' || value === 'on')
export const hostToListenAt = z.string().refine((host) => isIP(host) !== 0 || /^[\w.-]+$/.test(host), {
  error: 'erwartet wird eine Adresse wie 0.0.0.0 oder ::, ohne https:// und ohne Port',
})
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
)
/** Addresses or networks of them. */
export const networks = list.refine((entries) => entries.every(isNetwork), {
  error: 'erwartet werden IP-Adressen oder Netze wie 10.0.0.0/8, keine Namen',
})
/** An address that a page may link to: never `javascript:`. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'erwartet wird eine Adresse mit https:// oder http://' })

/** What a router is asked in: both answer with a line along roads. */
export type RouterDialect = 'osrm' | 'valhalla'
export interface RouterAddress {
  dialect: RouterDialect
  /** Without a slash at its end. */
  url: string
}

const routerMessage =
  'erwartet wird osrm+https://HOST oder valhalla+https://HOST (auch mit http und Pfad), ohne Zugangsdaten, ? und #'
export const routerAddress = z.string().transform((text, context): RouterAddress => {
  const parsed = /^(osrm|valhalla)\+(https?:\/\/.+)$/.exec(text)
  const url = parsed?.[2] === undefined ? null : URL.parse(parsed[2])
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(text)) {
    context.addIssue(routerMessage)
    return z.NEVER
  }
  return { dialect: parsed?.[1] === 'osrm' ? 'osrm' : 'valhalla', url: url.href.replace(/\/$/, '') }
})

/** An address or a network of addresses, such as `::1` and `10.0.0.0/8`. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  return version !== 0 && isLength && more.length === 0
}

import * as z from 'zod/mini'
import { xmlTree } from '#domain/files/xml-tree.ts'
import { text } from '#server/feeds/text.ts'

/* The Common Alerting Protocol 1.2, as far as the Deutscher Wetterdienst uses it (feeds, section 2b). */

const optionalText = z._default(text, '')
/** Of this century: PostgreSQL has no year 0, and no warning is older. */
const dateTime = z.pipe(
  z.iso.datetime({ offset: true }).check(z.startsWith('20')),
  z.transform((value) => new Date(value).toISOString()),
)
const optionalDateTime = z.catch(z.nullable(dateTime), null)
const optionalFeet = z.catch(z.nullable(z.coerce.number().check(z.gte(-2_000), z.lte(100_000))), null)
const values = z._default(z.array(z.object({ valueName: text, value: text })), [])

const area = z.object({
  areaDesc: optionalText,
  polygon: z._default(z.array(text), []),
  geocode: values,
  /** Feet above sea level. */
  altitude: optionalFeet,
  ceiling: optionalFeet,
})
export type CapArea = z.output<typeof area>

const info = z.object({
  language: optionalText,
  event: text.check(z.refine((name) => name !== '')),
  responseType: z._default(z.array(text), []),
  urgency: optionalText,
  severity: optionalText,
  headline: optionalText,
  description: optionalText,
  instruction: optionalText,
  effective: optionalDateTime,
  onset: optionalDateTime,
  expires: optionalDateTime,
  eventCode: values,
  area: z._default(z.array(area), []),
})
export type CapInfo = z.output<typeof info>

const alert = z.object({
  identifier: text.check(z.refine((name) => name !== '' && name.length <= 300)),
  sent: dateTime,
  status: text,
  msgType: text,
  references: optionalText,
  info: z._default(z.array(info), []),
})
export type CapAlert = z.output<typeof alert>

const lists = ['info', 'area', 'polygon', 'geocode', 'eventCode', 'responseType']

/** The alert with its German texts, or why it cannot be read, in German. */
export function readAlert(document: string): CapAlert | { unreadable: string } {
  if (/<!doctype/i.test(document)) return { unreadable: 'bringt eigene Entitäten mit' }
  if (!/<\/([\w.-]+:)?alert>\s*$/.test(document)) return { unreadable: 'abgeschnitten oder kein CAP 1.2' }
  const parsed = z.object({ alert }).safeParse(xmlTree(withoutNul(withoutForeignTexts(document)), lists))
  if (parsed.success) return parsed.data.alert
  const path = parsed.error.issues[0]?.path.join('/')
  return { unreadable: path ? `das Element ${path} fehlt oder ist ungültig` : 'kein lesbares XML' }
}

/**
 * An alert in eight languages states its areas eight times. What is not German is cut out before parsing, because parsing
 * blocks everything else. Where the tags could be mere text, nothing is cut.
 */
function withoutForeignTexts(document: string): string {
  if (/<!\[CDATA\[|<!--/.test(document)) return document
  return document
    .split(/(?=<info>)/)
    .map((piece) => {
      const end = piece.indexOf(infoEnd)
      const isForeign = /^<info>\s*<language>(?!\s*de\b)/i.test(piece) && end !== -1
      return isForeign ? piece.slice(end + infoEnd.length) : piece
    })
    .join('')
}

const infoEnd = '</info>'

/** XML forbids the character NUL, and nobody can see it: no warning is left out because of one. */
function withoutNul(document: string): string {
  return document.replaceAll(/&#x?0+;/gi, '')
}

import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { text } from '#server/feeds/text.ts'

/* The Common Alerting Protocol 1.2, as far as the Deutscher Wetterdienst uses it (feeds, section 2b). */

const optionalText = z._default(text, '')
const dateTime = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((value) => new Date(value).toISOString()),
)
const optionalDateTime = z.catch(z.nullable(dateTime), null)
const values = z._default(z.array(z.object({ valueName: text, value: text })), [])

const area = z.object({
  areaDesc: optionalText,
  polygon: z._default(z.array(text), []),
  geocode: values,
})
export type CapArea = z.output<typeof area>

const info = z.object({
  language: optionalText,
  event: text.check(z.refine((name) => name !== '')),
  responseType: z._default(z.array(text), []),
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
const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => lists.includes(name),
})

/** Null for what is cut off, brings its own entities, or is no alert. */
export function readAlert(document: string): CapAlert | null {
  if (/<!doctype/i.test(document) || !/<\/([\w.-]+:)?alert>\s*$/.test(document)) return null
  const parsed = alert.safeParse(alertIn(document))
  return parsed.success ? parsed.data : null
}

function alertIn(document: string): unknown {
  try {
    return z.parse(z.object({ alert: z.unknown() }), parser.parse(document)).alert
  } catch {
    return null
  }
}

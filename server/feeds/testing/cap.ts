import { strToU8, zipSync } from 'fflate'
import { cap } from '#server/feeds/cap/cap.ts'
import type { WarningRecord } from '#server/feeds/feed.ts'

export const readBytes = (bytes: Uint8Array, name = 'warnungen.zip') => cap.read([{ name, bytes }])
export const zipOf = (...documents: string[]) =>
  zipSync(Object.fromEntries(documents.map((document, index) => [`${index}.xml`, strToU8(document)])))
export const readDocuments = (...documents: string[]) => readBytes(zipOf(...documents))

export async function recordsOf(...documents: string[]): Promise<WarningRecord[]> {
  const reading = await readDocuments(...documents)
  return 'failure' in reading ? [] : reading.records
}

export async function failureOf(bytes: Uint8Array): Promise<string> {
  const reading = await readBytes(bytes)
  return 'failure' in reading ? reading.failure : 'no failure'
}

export const square = '<polygon>49.0,8.0 49.0,9.0 50.0,9.0 50.0,8.0 49.0,8.0 49.0,8.0</polygon>'
export const area = `<area><areaDesc>polygonal event area</areaDesc>${square}</area>
  <area><areaDesc>Stadt Karlsruhe</areaDesc><geocode><valueName>WARNCELLID</valueName><value>808212000</value></geocode></area>`

interface Draft {
  identifier?: string
  head?: string
  language?: string
  event?: string
  severity?: string
  urgency?: string
  info?: string
  areas?: string
}

export function infoOf({
  language = 'de-DE',
  event = 'STARKREGEN',
  severity = 'Moderate',
  urgency = 'Immediate',
  info = '',
  areas = area,
}: Draft) {
  return `<info><language>${language}</language><event>${event}</event><urgency>${urgency}</urgency><severity>${severity}</severity>${info}
    <onset>2026-06-01T10:00:00+02:00</onset><expires>2026-06-01T12:00:00+02:00</expires>${areas}</info>`
}

export function alertOf(draft: Draft = {}, infos = infoOf(draft)): string {
  const head = draft.head ?? '<status>Actual</status><msgType>Alert</msgType>'
  return `<?xml version="1.0"?><alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
    <identifier>${draft.identifier ?? '1.MUL'}</identifier><sent>2026-06-01T09:00:00+02:00</sent>${head}${infos}</alert>`
}

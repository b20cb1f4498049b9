import { parse } from 'csv-parse/sync'
import * as z from 'zod'
import { dayMinutes } from '#contract/base/time-units.ts'
import { normalClaimCode } from '#domain/devices/claim-code.ts'
import type { InventoryEntry } from './device-inventory.store.ts'
import { unprovenProtocols } from '#server/protocols/protocol.ts'
import { hashOfClaimCode } from './claim-code-hash.ts'
import { hashOf } from '#server/platform/secrets.ts'

export type InventoryFile = { entries: InventoryEntry[] } | { failure: string }

const shortest = 16
/** Somebody who guesses has five tries an hour. */
const shortestClaimCode = 8
const text = z.string().trim()
const optional = text.transform((value) => (value === '' ? null : value))

const claimCode = z
  .string()
  .min(shortestClaimCode, `Der Aktivierungscode hat weniger als ${shortestClaimCode} Buchstaben und Ziffern`)
  .max(100, 'Der Aktivierungscode ist länger als 100 Zeichen')

/** A code that support gives to one device, in its normal form. */
export function claimCodeOf(typed: string): { code: string } | { failure: string } {
  const { success, data, error } = claimCode.safeParse(normalClaimCode(typed))
  return success ? { code: data } : { failure: error.issues[0]?.message ?? 'Der Aktivierungscode ist ungültig' }
}

const line = z.object({
  imei: text.regex(/^\d{15}$/, 'Die IMEI hat nicht genau 15 Ziffern'),
  model: text.min(1, 'Das Modell fehlt').max(100, 'Das Modell ist länger als 100 Zeichen'),
  trackerId: optional.pipe(z.string().max(64, 'Die Tracker-ID ist länger als 64 Zeichen').nullable()).default(null),
  secret: optional
    .pipe(z.string().min(shortest, `Der Schlüssel ist kürzer als ${shortest} Zeichen`).nullable())
    .default(null),
  encryption: optional.pipe(z.enum(['owntracks'], 'Die Verschlüsselung ist nicht owntracks').nullable()).default(null),
  withoutSecret: text
    .transform((value) => value.split(/\s+/).filter((name) => name !== ''))
    .pipe(z.array(z.enum(unprovenProtocols, `Ohne Schlüssel geht nur ${unprovenProtocols.join(', ')}`)))
    .default([]),
  clockOffsetMinutes: text
    .transform((value) => (value === '' ? 0 : Number(value)))
    .pipe(
      z
        .int('Die Zeitverschiebung ist keine ganze Zahl')
        .min(-dayMinutes, 'Die Zeitverschiebung ist größer als ein Tag')
        .max(dayMinutes, 'Die Zeitverschiebung ist größer als ein Tag'),
    )
    .default(0),
  speedUnit: optional
    .pipe(z.enum(['knots', 'm/s', 'km/h'], 'Die Einheit ist nicht knots, m/s oder km/h').nullable())
    .default(null),
  claimCode: optional
    .transform((code) => (code === null ? null : normalClaimCode(code)))
    .pipe(claimCode.nullable())
    .default(null),
})

/**
 * Reads the operator's CSV of sold devices: `imei,model` and optionally
 * `trackerId,secret,encryption,withoutSecret,clockOffsetMinutes,speedUnit,claimCode`, with a header line, separated by
 * comma or semicolon, UTF-8. All or nothing: the first wrong line is reported by its number, without its values.
 */
export function readInventoryFile(bytes: Uint8Array): InventoryFile {
  const content = decodeUtf8(bytes)
  if (content === null) return { failure: 'Die Datei ist kein Text in UTF-8' }
  if (content.trim() === '') return { failure: 'Die Datei ist leer' }
  const rows = parseCsv(content)
  if ('failure' in rows) return rows
  const header = rows.lines[0] ?? []
  if (!header.includes('imei') || !header.includes('model')) {
    return { failure: 'Die erste Zeile nennt die Spalten imei und model nicht' }
  }
  const entries: InventoryEntry[] = []
  for (const [index, values] of rows.lines.slice(1).entries()) {
    const where = `Zeile ${index + 2}`
    if (values.length !== header.length) return { failure: `${where} ist unvollständig` }
    const parsed = line.safeParse(Object.fromEntries(header.map((name, column) => [name, values[column]])))
    if (!parsed.success) return { failure: `${where}: ${parsed.error.issues[0]?.message ?? 'ungültig'}` }
    const { secret, encryption, withoutSecret, claimCode, ...entry } = parsed.data
    if (encryption !== null && !canEncrypt(secret)) {
      return { failure: `${where}: Zur Verschlüsselung gehört ein Schlüssel von höchstens ${longestKeyBytes} Bytes` }
    }
    const secretHash = secret === null ? null : hashOf(secret)
    const decryptionSecret = encryption === null ? null : secret
    const claimCodeHash = claimCode === null ? null : hashOfClaimCode(entry.imei, claimCode)
    entries.push({ ...entry, secretHash, decryptionSecret, unprovenProtocols: withoutSecret, claimCodeHash })
  }
  if (entries.length === 0) return { failure: 'Die Datei enthält kein Gerät' }
  return findDuplicate(entries) ?? { entries }
}

/** The apps use the secret as it is for the key of a libsodium secretbox. */
const longestKeyBytes = 32

function canEncrypt(secret: string | null): boolean {
  return secret !== null && Buffer.byteLength(secret) <= longestKeyBytes
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return content.includes('\0') ? null : content
  } catch {
    return null
  }
}

function parseCsv(content: string): { lines: string[][] } | { failure: string } {
  const delimiter = (content.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  try {
    const lines = parse(content, { delimiter, trim: true, skipEmptyLines: true, relaxColumnCount: true })
    return { lines: z.array(z.array(z.string())).parse(lines) }
  } catch {
    return { failure: 'Die Datei ist keine lesbare CSV-Tabelle (offenes Anführungszeichen?)' }
  }
}

function findDuplicate(entries: readonly InventoryEntry[]): { failure: string } | null {
  const seen = new Set<string>()
  for (const [index, { imei, trackerId, secretHash }] of entries.entries()) {
    for (const name of [imei, trackerId, secretHash?.toString('hex') ?? null]) {
      if (name === null) continue
      if (seen.has(name))
        return { failure: `Zeile ${index + 2} wiederholt eine IMEI, eine Tracker-ID oder einen Schlüssel` }
      seen.add(name)
    }
  }
  return null
}

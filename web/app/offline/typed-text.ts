import { isSame } from '#domain/offline/merge.ts'
import { editTexts } from '#web/features/devices/texts.ts'
import type { WaitingChange } from '#web/api/waiting.ts'

const labels = new Map([
  ['deviceName', editTexts.name],
  ['usageType', editTexts.usage],
  ['vehicleBrand', editTexts.vehicle],
  ['vehicleModel', editTexts.vehicle],
  ['vehiclePlate', editTexts.plate],
  ['season', editTexts.season],
  ['inspectionDue', editTexts.inspection],
  ['notes', editTexts.notes],
])

const notEntered = new Set(['kind', 'id', 'of', 'base', 'mine'])

/**
 * What its user entered, one line for each value that differs from what was there before. It goes through a change of
 * any shape, because another version of the app may have kept it.
 */
export function typedText(change: WaitingChange): string {
  const value = change.kind === 'unreadable' ? change.value : change
  const inner = isRecord(value) && isRecord(value['change']) ? value['change'] : value
  if (!isRecord(inner)) return inner === null || inner === undefined ? '' : wordOf(inner)
  const entered = Object.entries(inner).filter(([key]) => !notEntered.has(key))
  return [...linesOf(inner['mine'], inner['base'], []), ...linesOf(Object.fromEntries(entered), undefined, [])].join(
    '\n',
  )
}

function linesOf(value: unknown, before: unknown, path: readonly string[]): string[] {
  if (value === undefined || isSame(value, before)) return []
  if (isRecord(value)) {
    const earlier = isRecord(before) ? before : {}
    return Object.entries(value).flatMap(([key, part]) => linesOf(part, earlier[key], [...path, key]))
  }
  const label = path.map((key) => labels.get(key) ?? key).join(', ')
  return [`${label}: ${wordOf(value)}`]
}

function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (value === null) return 'leer'
  if (Array.isArray(value)) return value.map(wordOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

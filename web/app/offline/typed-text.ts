import { instant } from '#contract/base/place.ts'
import { isSame } from '#domain/offline/merge.ts'
import type { OutboxChange } from '#web/api/offline/outbox-change.ts'
import { outboxTexts } from './outbox-texts.ts'
import { typedFields, typedParts } from './typed-labels.ts'

/** What a change says of itself. */
const notTyped = new Set(['kind', 'id', 'of', 'base', 'mine', 'poiType', 'nearness'])

/**
 * What its user typed or chose, in German, one line for each value that differs from what was there before. It goes through
 * a change of any shape, because another version of the app may have kept it. Of fields that this version does not know,
 * only texts are shown: a number may be a coordinate.
 */
export function typedText(change: OutboxChange): string {
  const value = change.kind === 'unreadable' ? change.value : change
  const inner = isRecord(value) && isRecord(value['change']) ? value['change'] : value
  if (!isRecord(inner)) return linesOf(inner, undefined, []).join('\n')
  const typed = Object.entries(inner).filter(([key]) => !notTyped.has(key))
  return [...linesOf(inner['mine'], inner['base'], []), ...linesOf(Object.fromEntries(typed), undefined, [])].join('\n')
}

/** @param path names of the parts and of the field that the value is in. */
function linesOf(value: unknown, before: unknown, path: readonly string[]): string[] {
  if (value === undefined || isSame(value, before)) return []
  const key = path.at(-1) ?? ''
  const field = typedFields.get(key)
  if (field === undefined && isRecord(value)) {
    const earlier = isRecord(before) ? before : {}
    return Object.entries(value)
      .filter(([name]) => !notTyped.has(name))
      .flatMap(([name, part]) => linesOf(part, earlier[name], [...path, name]))
  }
  const parts = path.flatMap((name) => typedParts.get(name) ?? [])
  const labels = field === undefined ? parts : [...parts, field.label]
  const words = field === undefined ? textOf(value) : wordsOf(value, field.inWords)
  return words === '' ? [] : [`${labels.join(', ') || outboxTexts.otherField}: ${words}`]
}

function wordsOf(value: unknown, inWords: (value: unknown) => string | undefined = textOf): string {
  if (value === null) return outboxTexts.none
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (!Array.isArray(value)) return inWords(value) ?? textOf(value)
  if (value.length === 0) return outboxTexts.none
  return value.map((one) => wordsOf(one, inWords)).join(', ')
}

/** A text of a user's; what only a program reads is none. */
function textOf(value: unknown): string {
  return typeof value === 'string' && !instant.safeParse(value).success ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

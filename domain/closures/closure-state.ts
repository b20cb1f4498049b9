import type { ClosureRule, RoadAccess } from '#contract/closures/closures.ts'
import { holdsAt } from './condition-at.ts'
import { readCondition } from './condition-reading.ts'
import { conditionInWords } from './condition-words.ts'

/** Who may ride on a road at a time. */
export function accessAt(rules: readonly ClosureRule[], at: Date): RoadAccess {
  for (const { access, condition } of rules) {
    if (condition === null) return access
    const holds = access === 'unread' ? null : holdsAt(readCondition(condition), at)
    if (holds === true) return access
    if (holds === null) return 'unread'
  }
  return 'open'
}

/** Who may ride on a road at any time; null: that depends on the time. */
export function accessAlways(rules: readonly ClosureRule[]): RoadAccess | null {
  const [first] = rules
  return first !== undefined && first.condition === null ? first.access : null
}

const words: Readonly<Record<Exclude<RoadAccess, 'unread'>, string>> = {
  open: 'offen',
  closed: 'gesperrt',
  destination: 'nur für Anlieger',
}

/** `gesperrt: Sa, So und Feiertage, 8:00 bis 20:00 Uhr; sonst offen` */
export function closureInWords(rules: readonly ClosureRule[]): string {
  const parts = rules.map(({ access, condition }) => {
    if (access === 'unread') return `Bedingung nicht gelesen: „${condition}“`
    if (condition === null) return rules.length === 1 ? words[access] : `sonst ${words[access]}`
    return `${words[access]}: ${conditionInWords(readCondition(condition))}`
  })
  return [...parts, ...(rules.some(({ condition }) => condition === null) ? [] : ['sonst offen'])].join('; ')
}

import { closuresLimits } from '#contract/closures/closures-limits.ts'
import type { ClosureRule, RoadAccess } from '#contract/closures/closures.ts'
import { readCondition } from './condition-reading.ts'

/** From what is about motorcycles alone to what is about everybody: the narrower one decides (OSM wiki: Key:access). */
const keys = ['motorcycle', 'motor_vehicle', 'vehicle', 'access']

/** What the values of these keys mean for somebody who rides through on a motorcycle. */
const accessOf: Readonly<Record<string, RoadAccess>> = {
  yes: 'open',
  designated: 'open',
  permissive: 'open',
  official: 'open',
  no: 'closed',
  private: 'closed',
  permit: 'closed',
  agricultural: 'closed',
  forestry: 'closed',
  'agricultural;forestry': 'closed',
  'forestry;agricultural': 'closed',
  destination: 'destination',
  delivery: 'destination',
  customers: 'destination',
  residents: 'destination',
}

/** What the tags of a road say of motorcycles, the deciding rule first; null: it is open at any time. */
export function closureRulesOf(tags: Readonly<Record<string, string>>): ClosureRule[] | null {
  const rules = keys.flatMap((key) => rulesOfKey(tags, key))
  const decided = rules.findIndex(({ condition }) => condition === null)
  const deciding = (decided === -1 ? rules : rules.slice(0, decided + 1)).slice(0, closuresLimits.rules)
  return deciding.every(({ access }) => access === 'open') ? null : deciding
}

function rulesOfKey(tags: Readonly<Record<string, string>>, key: string): ClosureRule[] {
  // Of several clauses that hold the last one decides.
  const conditional = clausesIn(tags[`${key}:conditional`] ?? '').toReversed()
  const always = accessIn(tags[key])
  return always === null ? conditional : [...conditional, { access: always, condition: null }]
}

/** `no @ (Sa,Su; PH); destination @ (Mo-Fr)` */
function clausesIn(text: string): ClosureRule[] {
  if (text.length > closuresLimits.conditionLength) return []
  return partsOutsideBrackets(text).flatMap((clause) => {
    const at = clause.indexOf('@')
    const access = accessIn(clause.slice(0, at))
    if (at === -1 || access === null) return [{ access: 'unread' as const, condition: clause }]
    const condition = withoutBrackets(clause.slice(at + 1).trim())
    const isNever = readCondition(condition).some(({ kind }) => kind === 'never')
    return isNever ? [] : [{ access, condition }]
  })
}

function accessIn(value = ''): RoadAccess | null {
  const name = value.replaceAll(' ', '').toLowerCase()
  return Object.hasOwn(accessOf, name) ? (accessOf[name] ?? null) : null
}

function partsOutsideBrackets(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ';' && depth <= 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function withoutBrackets(text: string): string {
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim() : text
}

import { expect, test } from 'vitest'
import { allowedPairs, type Choice, coveringRows, pairsOf } from './covering-array.ts'
import { factors, type Night, nights } from './night.ts'

const anything = () => true
const forbidden = (choice: Choice) => !(choice[0] === 1 && choice[2] === 0)

test.each([
  ['anything', [2, 3, 4, 2], anything, 16],
  ['not one pair', [2, 3, 4, 2], forbidden, 16],
  ['one factor of one level', [1, 3, 3], anything, 12],
] as const)(
  'rows of %s have each pair that is allowed, and few more rows than they must',
  (_, levels, isAllowed, most) => {
    const rows = coveringRows(levels, isAllowed)
    const covered = new Set(rows.flatMap(pairsOf))
    expect(allowedPairs(levels, isAllowed).filter((pair) => !covered.has(pair))).toEqual([])
    expect(rows.filter((row) => !isAllowed(row))).toEqual([])
    expect(rows.length).toBeLessThanOrEqual(most)
  },
)

test('nights are few, and any two circumstances meet in one, but for a gateway of the embedded database', () => {
  const all = nights()
  expect(all.length).toBeLessThan(45)
  const names = Object.keys(factors)
  for (const [one, levels] of Object.entries(factors)) {
    for (const [other, otherLevels] of Object.entries(factors).slice(names.indexOf(one) + 1)) {
      const met = new Set(all.map((night) => [one, other].map((factor) => valueOf(night, factor)).join()))
      const gone = one === 'database' && other === 'killed' ? 1 : 0
      expect([one, other, met.size]).toEqual([one, other, levels.length * otherLevels.length - gone])
    }
  }
})

function valueOf(night: Night, factor: string): string {
  return String(new Map<string, unknown>(Object.entries(night)).get(factor))
}

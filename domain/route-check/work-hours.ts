import { type Condition, readCondition } from '#domain/closures/condition-reading.ts'

/*
 * Road works that are there at some hours only: „täglich von 20 bis 5 Uhr“. No source has a field for that; all of them
 * write it. It is kept in the entry's note, and read back from there.
 */

const clock = String.raw`(\d{1,2})(?:[:.](\d\d))?`
const span = String.raw`${clock}(?: ?uhr)? ?(?:bis|und|-|–) ?${clock} ?uhr`
const days = String.raw`(täglich|jeweils|nachts|nächtlich|in den nächten|werktags|an werktagen|samstags|sonntags|am wochenende|an wochenenden|mo\.? ?(?:-|–|bis) ?fr\.?|montags? bis freitags?|mo\.? ?(?:-|–|bis) ?sa\.?|montags? bis samstags?)`
const daily = new RegExp(String.raw`${days},? (?:(?:in der zeit )?(?:von|zwischen) )?${span}`, 'g')
const onDay = new RegExp(String.raw`(\d{1,2})\.(\d{1,2})\.(?:20)?(\d\d),? (?:von )?${span}`, 'g')

/** Words of works that go on at other hours, too, or of hours that are free of them. */
const goesOn =
  /außerhalb|ausgenommen|außer |ansonsten|sonst|übrigen|ganztägig|durchgehend|rund um die uhr|tagsüber|halbseitig/

const weekdaysOf: readonly [beginning: RegExp, days: string][] = [
  [/^(werktags|an werktagen)/, 'Mo-Sa'],
  [/^samstags/, 'Sa'],
  [/^sonntags/, 'Su'],
  [/^(am wochenende|an wochenenden)/, 'Sa-Su'],
  [/^(mo\.?|montags?) ?(-|–|bis) ?fr/, 'Mo-Fr'],
  [/^(mo\.?|montags?) ?(-|–|bis) ?sa/, 'Mo-Sa'],
]

/** When works are there, as the text says it; null: at any time, or the text does not say it clearly. */
export function workHoursIn(text: string): Condition | null {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ')
  if (goesOn.test(plain)) return null
  const onDays = [...plain.matchAll(onDay)].map(([, day, month, year, ...times]) => {
    const date = `20${year} ${months[Number(month) - 1]} ${day}`
    return ruleOf(date, times)
  })
  const regular = [...plain.matchAll(daily)].map(([, words = '', ...times]) => ruleOf(weekdaysIn(words), times))
  const all = [...onDays, ...regular]
  if (all.length === 0) return null
  const condition = readCondition(all.join(', '))
  return condition.every(({ kind }) => kind === 'times') ? condition : null
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function weekdaysIn(words: string): string {
  return weekdaysOf.find(([beginning]) => beginning.test(words))?.[1] ?? ''
}

function ruleOf(
  when: string,
  [fromHour = '', fromMinute = '00', toHour = '', toMinute = '00']: readonly (string | undefined)[],
) {
  return `${when} ${fromHour.padStart(2, '0')}:${fromMinute}-${toHour.padStart(2, '0')}:${toMinute}`.trim()
}

/** Those words of a source's text that say at which hours works are there, to be kept; null if there are none. */
export function hoursTextIn(texts: readonly string[]): string | null {
  const whole = texts.join(' · ')
  if (workHoursIn(whole) === null) return null
  const plain = whole.replaceAll(/\s+/g, ' ')
  const found = [onDay, daily].flatMap((pattern) =>
    [...plain.matchAll(new RegExp(pattern.source, 'gi'))].map(([words]) => words),
  )
  return found.join(', ')
}

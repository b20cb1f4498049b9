import type { ZoneSchedule } from '#contract/guard-zones/guard-zones.ts'
import { guardZonesTexts } from './texts.ts'

const { always, daily, weekdays: names } = guardZonesTexts

/** `täglich 22:00–06:00`, `Mo–Fr 07:00–18:00`, `Mo, Mi, Sa–So 20:00–04:00`, `immer` */
export function scheduleInWords(schedule: ZoneSchedule | null): string {
  if (schedule === null) return always
  const { weekdays, from, to } = schedule
  const days = weekdays.length === names.length ? daily : runsOf(weekdays).map(runInWords).join(', ')
  return `${days} ${from}–${to}`
}

type Run = readonly [first: number, last: number]

/** Days that follow each other, from Monday on. */
function runsOf(weekdays: readonly number[]): Run[] {
  return weekdays
    .toSorted((one, other) => one - other)
    .reduce<Run[]>((runs, day) => {
      const [first, last] = runs.at(-1) ?? [day, day]
      return last === day - 1 ? [...runs.slice(0, -1), [first, day]] : [...runs, [day, day]]
    }, [])
}

function runInWords([first, last]: Run): string {
  const [from, to] = [names[first - 1] ?? '', names[last - 1] ?? '']
  return first === last ? from : `${from}–${to}`
}

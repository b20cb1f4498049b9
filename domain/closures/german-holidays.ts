import { addDays } from '#domain/time/days.ts'

/** Days of the year, month and day, and days from Easter Sunday on. */
const everywhere = { dates: ['01-01', '05-01', '10-03', '12-25', '12-26'], fromEaster: [-2, 1, 39, 50] }
/** In some of the states: Epiphany, women's day, Assumption, children's day, Reformation, All Saints; Easter, Whitsun, Corpus Christi. */
const somewhere = { dates: ['01-06', '03-08', '08-15', '09-20', '10-31', '11-01'], fromEaster: [0, 49, 60] }

/** Whether a German day, `2027-05-01`, is a holiday; null: in some states. */
export function isHoliday(day: string): boolean | null {
  if (isAmong(day, everywhere)) return true
  return isAmong(day, somewhere) || isPenanceDay(day) ? null : false
}

function isAmong(day: string, { dates, fromEaster }: { dates: readonly string[]; fromEaster: readonly number[] }) {
  const easter = easterSunday(Number(day.slice(0, 4)))
  return dates.includes(day.slice(5)) || fromEaster.some((days) => addDays(easter, days) === day)
}

/** In Saxony: the Wednesday before 23 November. */
function isPenanceDay(day: string): boolean {
  return day.slice(5) >= '11-16' && day.slice(5) <= '11-22' && new Date(`${day}T00:00Z`).getUTCDay() === 3
}

/** By the algorithm of Gauss with Lichtenberg's corrections. */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100)
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25)
  const sun = 2 - Math.floor((3 * century + 3) / 4)
  const ofCycle = year % 19
  const seed = (19 * ofCycle + moon) % 30
  const correction = Math.floor((seed + Math.floor(ofCycle / 11)) / 29)
  const fullMoon = 21 + seed - correction
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7)
  const march = fullMoon + 7 - ((fullMoon - firstSunday) % 7)
  return addDays(`${year}-03-01`, march - 1)
}

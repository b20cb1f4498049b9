import { berlinDay, instantOfWallTime, startOfBerlinDay } from '#domain/time/time.ts'
import { CommandProblem } from '#server/commands/command.ts'

/** The instant of `2026-11-28 02:00` (or with a T) on German clocks. @throws {CommandProblem} naming the option. */
export function germanInstant(option: string, typed: string | undefined): Date {
  const wall = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/.exec(typed ?? '')
  const instant = wall === null ? null : instantOfWallTime(`${wall[1]}T${wall[2]}`)
  if (instant === null || berlinDay(instant) !== wall?.[1]) {
    throw new CommandProblem(`Bitte hinter ${option} Tag und deutsche Uhrzeit nennen, etwa "2026-11-28 02:00".`)
  }
  return new Date(instant)
}

/** The end of the day `2027-12-31` on German clocks. @throws {CommandProblem} naming the option. */
export function endOfGermanDay(option: string, typed: string): Date {
  const noon = /^\d{4}-\d\d-\d\d$/.test(typed) ? instantOfWallTime(`${typed}T12:00`) : null
  if (noon === null || berlinDay(noon) !== typed) {
    throw new CommandProblem(`Bitte hinter ${option} einen Tag nennen, etwa 2027-12-31.`)
  }
  return new Date(startOfBerlinDay(noon, -1))
}

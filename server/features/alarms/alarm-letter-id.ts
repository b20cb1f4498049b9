const prefix = 'alarm.'

/** Under which name an alarm's letter travels. Alarm ids are random: the name tells nothing, and nobody can guess it. */
export function letterIdOf(alarmId: string): string {
  return `${prefix}${alarmId}`
}

/** The alarm of the first of these names that is one of ours; null where none is. */
export function alarmOfLetter(names: readonly string[]): string | null {
  const name = names.find((each) => each.startsWith(prefix) && each.length > prefix.length)
  return name?.slice(prefix.length) ?? null
}

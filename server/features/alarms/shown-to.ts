import type { Alarm } from '#contract/alarms/alarms.ts'
import type { Program, SignedIn } from '#server/http/caller.ts'

/** An alarm as its caller sees it: a program gets no addresses and names of others, and places only with the scope for them. */
export function shownTo(caller: SignedIn | Program, alarm: Alarm): Alarm {
  if (caller.kind === 'user') return alarm
  const { people, ...rest } = alarm
  const shown = {
    ...rest,
    hops: alarm.hops.map((hop) => ({ ...hop, email: null })),
    ...(people !== undefined && { people: people.map((person) => ({ ...person, name: null })) }),
  }
  return caller.scopes.includes('POSITIONS') ? shown : { ...shown, place: null, placeName: null }
}

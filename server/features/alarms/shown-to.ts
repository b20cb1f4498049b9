import type { Alarm } from '#contract/alarms/alarms.ts'
import type { Program, SignedIn } from '#server/http/caller.ts'

/** An alarm as its caller sees it: a program gets no addresses of others, and places only with the scope for them. */
export function shownTo(caller: SignedIn | Program, alarm: Alarm): Alarm {
  if (caller.kind === 'user') return alarm
  const hops = alarm.hops.map((hop) => ({ ...hop, email: null }))
  if (caller.scopes.includes('POSITIONS')) return { ...alarm, hops }
  return { ...alarm, hops, place: null, placeName: null }
}

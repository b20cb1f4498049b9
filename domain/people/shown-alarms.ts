import type { Alarm, GuardState } from '#contract/alarms/alarms.ts'
import type { VehicleRole } from '#contract/people/vehicle-role.ts'

/**
 * An alarm as somebody sees it. To whom the vehicle does not belong sees what happened and whether it is answered: no places, which
 * would be a history of days, no addresses of emergency contacts, no other people, and no browsers.
 */
export function alarmFor(role: VehicleRole, alarm: Alarm): Alarm {
  if (role === 'OWNER') return alarm
  return { ...alarm, place: null, placeName: null, pushes: [], hops: [], people: [] }
}

/** How the alarm stands, as somebody sees it. */
export function guardStateFor(role: VehicleRole, state: GuardState): GuardState {
  return role === 'OWNER' ? state : { ...state, sight: null }
}

/**
 * What somebody may whom an owner has invited to a vehicle, the least first. `WATCHER`: sees its alarms. `DRIVER`: also sees where
 * it is, rides it and answers alarms.
 */
export const personRoles = ['WATCHER', 'DRIVER'] as const
export type PersonRole = (typeof personRoles)[number]

/** What somebody is to a vehicle. All that no role is named for is its owner's alone. */
export type VehicleRole = PersonRole | 'OWNER'

/** Whether a role, or none, may do what at least another one is needed for. */
export function isAtLeast(role: VehicleRole | null, least: PersonRole): boolean {
  if (role === null || role === 'OWNER') return role !== null
  return personRoles.indexOf(role) >= personRoles.indexOf(least)
}

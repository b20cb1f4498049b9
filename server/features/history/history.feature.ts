import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { AlarmsStore } from '#server/features/alarms/alarms.store.ts'
import type { PeopleFeature } from '#server/features/people/people.feature.ts'
import type { PrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerHistoryJobs } from './history.jobs.ts'
import { registerHistoryRoutes } from './history.routes.ts'
import { createHistoryService } from './history.service.ts'
import { createParkedTracesStore } from './parked-traces.store.ts'
import { createPositionRemovalsStore, type PositionRemovalsStore } from './position-removals.store.ts'
import { createPositionsStore, type PositionsStore } from './positions.store.ts'

export interface HistoryFeature {
  positions: PositionsStore
  removals: PositionRemovalsStore
}

interface Others {
  hooks: Hooks
  alarms: { store: AlarmsStore }
  privacyZones: { store: Pick<PrivacyZonesStore, 'hiddenAreas'> }
  people: Pick<PeopleFeature, 'look'>
}

export function buildHistory(
  { database, clock, jobs, placeNames, api }: Pick<Foundations, 'database' | 'clock' | 'jobs' | 'placeNames' | 'api'>,
  { hooks, alarms, privacyZones, people }: Others,
): HistoryFeature {
  const positions = withPlacesOfAlarms(createPositionsStore(database), alarms.store)
  const service = createHistoryService({ positions, hiddenAreas: privacyZones.store.hiddenAreas, clock })
  registerHistoryRoutes(api, service, placeNames, people)
  const removals = createPositionRemovalsStore(database, hooks)
  registerHistoryJobs(jobs, { positions, removals, traces: createParkedTracesStore(database), clock })
  return { positions, removals }
}

/**
 * Deleting positions deletes them from the log of alarms, too, and afterwards, because stored positions also raise alarms.
 */
function withPlacesOfAlarms(positions: PositionsStore, alarms: AlarmsStore): PositionsStore {
  return {
    ...positions,
    async remove(deviceId, range) {
      const removal = await positions.remove(deviceId, range)
      await alarms.forgetPlaces(deviceId, range)
      return removal
    },
  }
}

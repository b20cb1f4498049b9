import type { Dossier, DossierDetailsChange, DossierState } from '#contract/dossier.ts'
import type { Instant } from '#contract/place.ts'
import { judgeTheftTap, tapOf } from '#domain/alarms/kept-taps.ts'
import {
  endsLinks,
  mayFollow,
  type Period,
  periodOf,
  sinceMistake,
  type StateChange,
  stateOf,
  visibleRange,
} from '#domain/dossier/dossier.ts'
import type { Clock } from '#server/clock.ts'
import type { DossierLinksStore } from './dossier-links.store.ts'
import { detailsOf, type DossierDevice, type DossierStore } from './dossier.store.ts'
import type { DossierFiles } from './dossier-files.ts'
import { changesOf, linkOf, periodOnTheWire } from './dossier-shapes.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { VehiclesFeature } from '#server/features/vehicles/vehicles.feature.ts'
import type { FileAnswer } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'

export type DossierService = ReturnType<typeof createDossierService>

interface Parts {
  store: DossierStore
  links: DossierLinksStore
  conditionOf: VehiclesFeature['condition']
  positions: Pick<PositionsStore, 'oldest' | 'count'>
  files: Pick<DossierFiles, 'document'>
  clock: Clock
}

/** What the owner of a device enters, states and downloads. */
export function createDossierService({ store, links, conditionOf, positions, files, clock }: Parts) {
  /** @throws {Problem} NOT_FOUND where it was removed meanwhile. */
  const deviceOf = async (deviceId: string): Promise<DossierDevice> => {
    const device = await store.device(deviceId)
    if (device === null) throw new Problem('NOT_FOUND')
    return device
  }

  const oldestOf = async (deviceId: string, period: Period | null): Promise<Instant | null> => {
    const range = visibleRange(period, clock.now())
    return range && ((await positions.oldest(deviceId, range.start, range.end))?.toISOString() ?? null)
  }

  const show = async (deviceId: string): Promise<Dossier> => {
    const device = await deviceOf(deviceId)
    const changes = await store.changes(deviceId)
    const period = periodOf(changes)
    const known = await conditionOf(device.userId, deviceId)
    const alarm = known?.condition.kind === 'ALARM' ? known.condition : null
    return {
      state: stateOf(changes),
      changes: changesOf(changes),
      period: periodOnTheWire(period),
      oldestPositionAt: await oldestOf(deviceId, period),
      suggestion: alarm && { kind: alarm.alarm.kind, since: alarm.since.toISOString() },
      beganAt: known?.beganAt?.toISOString() ?? null,
      details: detailsOf(device, await store.details(deviceId)),
      hasPicture: device.pictureId !== null,
      links: (await links.of(deviceId)).map(linkOf),
    }
  }

  return {
    show,

    /** How many positions the police would see of a theft since then. */
    async count(deviceId: string, since: Instant): Promise<number> {
      const range = visibleRange({ since: new Date(since), until: null }, clock.now())
      return range === null ? 0 : positions.count(deviceId, range.start, range.end)
    },

    async saveDetails(deviceId: string, change: DossierDetailsChange): Promise<Dossier> {
      if (!(await store.saveDetails(deviceId, change, clock.now()))) throw new Problem('NOT_FOUND')
      return show(deviceId)
    },

    /**
     * @param said `since`: since when it is so, as the owner says. `at`: when they tapped it, where it comes later. Absent: now.
     */
    async setState(
      deviceId: string,
      said: { state: DossierState; since?: Instant | undefined; at?: Instant | undefined },
    ): Promise<Dossier> {
      const now = clock.now()
      const tap = tapOf(said.at, now)
      const setAt = tap.at
      const since = said.since === undefined ? setAt : new Date(said.since)
      const isThere = await store.change(deviceId, now, (changes) => {
        const verdict = said.at === undefined ? 'COUNTS' : judgeTheftTap(tap, changes, now)
        if (verdict === 'OVERTAKEN') throw new Problem('TAP_OVERTAKEN')
        return verdict === 'SAME' ? null : changed(changes, { state: said.state, since, setAt })
      })
      if (!isThere) throw new Problem('NOT_FOUND')
      return show(deviceId)
    },

    remove: (deviceId: string): Promise<void> => store.remove(deviceId),

    document: async (deviceId: string): Promise<FileAnswer> => files.document(await deviceOf(deviceId)),
  }
}

/** @throws {Problem} DOSSIER_STATE, VALIDATION_ERROR. */
function changed(changes: readonly StateChange[], change: StateChange): { change: StateChange; endsLinks: boolean } {
  const state = stateOf(changes)
  if (!mayFollow(state, change.state)) throw new Problem('DOSSIER_STATE')
  const mistake = sinceMistake(change.since, changes.at(-1), change.setAt)
  if (mistake !== null) throw new Problem('VALIDATION_ERROR', { fields: { since: mistake } })
  return { change, endsLinks: endsLinks(state, change.state) }
}

import type { Alarm } from '#contract/alarms.ts'
import type { Dossier, DossierDetails, DossierState } from '#contract/dossier.ts'
import type { Instant } from '#contract/place.ts'
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
import type { Guard } from '#domain/alarms/guard.ts'
import { isOwnMovement, suspicionOf } from '#domain/vehicles/vehicle-guard.ts'
import type { Clock } from '#server/clock.ts'
import type { DossierLinksStore } from './dossier-links.store.ts'
import { detailsOf, type DossierDevice, type DossierStore } from './dossier.store.ts'
import type { DossierFiles } from './dossier-files.ts'
import { changesOf, linkOf, periodOnTheWire } from './dossier-shapes.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { FileAnswer } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'

export type DossierService = ReturnType<typeof createDossierService>

interface Parts {
  store: DossierStore
  links: DossierLinksStore
  /** A device's newest alarms. */
  alarmsOf(deviceId: string): Promise<Alarm[]>
  /** What is remembered of it for its alarm; null if nothing is. */
  guardOf(deviceId: string): Promise<Guard | null>
  /** When it set off last; null if it was never seen elsewhere. */
  lastSetOff(deviceId: string): Promise<Instant | null>
  positions: Pick<PositionsStore, 'oldest' | 'count'>
  files: Pick<DossierFiles, 'document'>
  clock: Clock
}

/** What the owner of a device enters, states and downloads. */
export function createDossierService({ store, links, alarmsOf, guardOf, lastSetOff, positions, files, clock }: Parts) {
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

  const movedSinceOf = async (deviceId: string, guard: Guard | null): Promise<Instant | null> => {
    const since = await lastSetOff(deviceId)
    return since === null || isOwnMovement(guard, new Date(since), clock.now()) ? null : since
  }

  const show = async (deviceId: string): Promise<Dossier> => {
    const device = await deviceOf(deviceId)
    const changes = await store.changes(deviceId)
    const period = periodOf(changes)
    const guard = await guardOf(deviceId)
    const suggestion = suspicionOf(guard, changes, await alarmsOf(deviceId), clock.now())
    return {
      state: stateOf(changes),
      changes: changesOf(changes),
      period: periodOnTheWire(period),
      oldestPositionAt: await oldestOf(deviceId, period),
      suggestion: suggestion && {
        kind: suggestion.kind,
        seenAt: suggestion.place?.recordedAt ?? suggestion.detectedAt,
      },
      movedSince: await movedSinceOf(deviceId, guard),
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

    async saveDetails(deviceId: string, details: DossierDetails): Promise<Dossier> {
      if (!(await store.saveDetails(deviceId, details, clock.now()))) throw new Problem('NOT_FOUND')
      return show(deviceId)
    },

    /** @param sinceText the instant since when it is so, as the owner says; absent: now. */
    async setState(deviceId: string, state: DossierState, sinceText?: string): Promise<Dossier> {
      const setAt = clock.now()
      const since = sinceText === undefined ? setAt : new Date(sinceText)
      const isThere = await store.change(deviceId, (changes) => changed(changes, { state, since, setAt }))
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

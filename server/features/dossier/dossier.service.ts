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
  suggestionOf,
  visibleRange,
} from '#domain/dossier.ts'
import type { Clock } from '#server/clock.ts'
import { detailsOf, type DossierDevice, type DossierLinksStore, type DossierStore } from './dossier.store.ts'
import type { DossierFiles } from './dossier-files.ts'
import { changesOf, linkOf, periodOnTheWire } from './dossier-shapes.ts'
import type { PositionsStore } from '#server/features/tracking/positions.store.ts'
import type { FileAnswer } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'

export type DossierService = ReturnType<typeof createDossierService>

interface Parts {
  store: DossierStore
  links: DossierLinksStore
  /** A device's newest alarms. */
  alarmsOf(deviceId: string): Promise<Alarm[]>
  positions: Pick<PositionsStore, 'oldest'>
  files: Pick<DossierFiles, 'document'>
  clock: Clock
}

/** What the owner of a device enters, says and downloads. */
export function createDossierService({ store, links, alarmsOf, positions, files, clock }: Parts) {
  /** @throws {Problem} NOT_FOUND, FORBIDDEN. */
  const owned = async (userId: string, deviceId: string): Promise<DossierDevice> => {
    const device = await store.device(deviceId)
    if (device === null) throw new Problem('NOT_FOUND')
    if (device.userId !== userId) throw new Problem('FORBIDDEN')
    return device
  }

  const oldestOf = async (deviceId: string, period: Period | null): Promise<Instant | null> => {
    const range = visibleRange(period, clock.now())
    return range && ((await positions.oldest(deviceId, range.start, range.end))?.toISOString() ?? null)
  }

  const dossierOf = async (device: DossierDevice): Promise<Dossier> => {
    const changes = await store.changes(device.id)
    const period = periodOf(changes)
    const suggestion = suggestionOf(changes, await alarmsOf(device.id), clock.now())
    return {
      state: stateOf(changes),
      changes: changesOf(changes),
      period: periodOnTheWire(period),
      oldestPositionAt: await oldestOf(device.id, period),
      suggestion: suggestion && {
        kind: suggestion.kind,
        seenAt: suggestion.place?.recordedAt ?? suggestion.detectedAt,
      },
      details: detailsOf(device, await store.details(device.id)),
      hasPicture: device.pictureId !== null,
      links: (await links.of(device.id)).map(linkOf),
    }
  }

  return {
    owned,

    show: async (userId: string, deviceId: string): Promise<Dossier> => dossierOf(await owned(userId, deviceId)),

    async saveDetails(userId: string, deviceId: string, details: DossierDetails): Promise<Dossier> {
      const device = await owned(userId, deviceId)
      if (!(await store.saveDetails(deviceId, details, clock.now()))) throw new Problem('NOT_FOUND')
      return dossierOf(device)
    },

    /** @param sinceText the instant from which the owner says it is so; absent: now. */
    async setState(userId: string, deviceId: string, state: DossierState, sinceText?: string): Promise<Dossier> {
      const device = await owned(userId, deviceId)
      const setAt = clock.now()
      const since = sinceText === undefined ? setAt : new Date(sinceText)
      const isThere = await store.change(deviceId, (changes) => changed(changes, { state, since, setAt }))
      if (!isThere) throw new Problem('NOT_FOUND')
      return dossierOf(device)
    },

    async remove(userId: string, deviceId: string): Promise<void> {
      await owned(userId, deviceId)
      await store.remove(deviceId)
    },

    async document(userId: string, deviceId: string): Promise<FileAnswer> {
      return files.document(await owned(userId, deviceId))
    },
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

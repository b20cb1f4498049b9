import type { DossierDetailsChange } from '#contract/dossier/dossier-details.ts'
import type { Dossier, DossierState } from '#contract/dossier/dossier.ts'
import type { Instant } from '#contract/base/place.ts'
import { judgeTheftTap, tapOf } from '#domain/alarms/kept-taps.ts'
import type { Observation } from '#domain/alarms/sighting.ts'
import {
  isAway,
  mayFollow,
  type Period,
  periodOf,
  refusals,
  sinceMistake,
  type StateChange,
  statedSince,
  stateOf,
  undoableOf,
  undoEnd,
  visibleRange,
} from '#domain/dossier/dossier.ts'
import { shownFrom, standLookedAtFrom } from '#domain/dossier/shown-from.ts'
import { positionsInPages } from '#domain/history/position-page.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type DossierDetailsStore, type DossierDevice, detailsOf } from './dossier-details.store.ts'
import type { DossierStore } from './dossier.store.ts'
import type { DossierFiles } from './dossier-files.ts'
import { changesOf, linkOf, periodOnTheWire } from './dossier-shapes.ts'
import type { DossierLinksStore } from './links/dossier-links.store.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { VehiclesFeature } from '#server/features/vehicles/vehicles.feature.ts'
import type { FileAnswer } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'

export type DossierService = ReturnType<typeof createDossierService>

interface Parts {
  store: DossierStore
  details: DossierDetailsStore
  links: DossierLinksStore
  reportedOf: VehiclesFeature['condition']
  positions: Pick<PositionsStore, 'oldest' | 'count' | 'history'>
  files: Pick<DossierFiles, 'document'>
  clock: Clock
}

/** What the owner of a device enters, states and downloads. */
export function createDossierService({ store, details, links, reportedOf, positions, files, clock }: Parts) {
  /** @throws {Problem} NOT_FOUND where it was removed meanwhile. */
  const deviceOf = async (deviceId: string): Promise<DossierDevice> => {
    const device = await details.device(deviceId)
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
    const undoable = undoableOf(changes, clock.now())
    const known = await reportedOf(device.userId, deviceId)
    const alarm = known?.condition.kind === 'ALARM' ? known.condition : null
    return {
      state: stateOf(changes),
      changes: changesOf(changes),
      period: periodOnTheWire(period),
      undoable: undoable && { at: undoable.setAt.toISOString(), until: undoable.undoUntil.toISOString() },
      oldestPositionAt: await oldestOf(deviceId, period),
      suggestion: alarm && { kind: alarm.alarm.kind, since: alarm.since.toISOString() },
      beganAt: known?.beganAt?.toISOString() ?? null,
      details: detailsOf(device, await details.entered(deviceId)),
      hasPicture: device.pictureId !== null,
      links: (await links.of(deviceId)).map(linkOf),
    }
  }

  /** From when on positions belong to a theft that began then. @param previous what was stated before. */
  const shownSince = async (
    deviceId: string,
    since: Date,
    { previous, ownUntil }: { previous: StateChange | undefined; ownUntil: Date | null },
  ): Promise<Date> => {
    const fixes: Observation[] = []
    for await (const page of positionsInPages(positions.history(deviceId, standLookedAtFrom(since), since))) {
      for (const { latitude, longitude, accuracy = null, speed: speedKmh = null, flag, recordedAt } of page) {
        if (flag === undefined)
          fixes.push({ latitude, longitude, accuracy, speedKmh, recordedAt: new Date(recordedAt) })
      }
    }
    const own = [ownUntil, previous?.since].filter((time) => time instanceof Date)
    return shownFrom(since, fixes, own.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null)
  }

  /** Since when a state holds that is stated at `setAt`, after what was stated before: as its owner says, else as far as is known. */
  const statedSinceOf = async (
    deviceId: string,
    state: DossierState,
    { since, setAt }: { since: Instant | undefined; setAt: Date },
  ) => {
    const known = isAway(state) ? await reportedOf((await deviceOf(deviceId)).userId, deviceId) : null
    return {
      ownUntil: known?.ownUntil ?? null,
      of: (previous: StateChange | undefined): Date =>
        since === undefined ? statedSince(state, known?.beganAt ?? null, { previous, setAt }) : new Date(since),
    }
  }

  return {
    show,

    /** How many positions the police would see of a theft since then. */
    async count(deviceId: string, since: Instant): Promise<number> {
      const { userId } = await deviceOf(deviceId)
      const ownUntil = (await reportedOf(userId, deviceId))?.ownUntil ?? null
      const previous = beforeTheft(await store.changes(deviceId))
      const from = await shownSince(deviceId, new Date(since), { previous, ownUntil })
      const range = visibleRange({ since: new Date(since), from, until: null }, clock.now())
      return range === null ? 0 : positions.count(deviceId, range.start, range.end)
    },

    async saveDetails(deviceId: string, change: DossierDetailsChange): Promise<Dossier> {
      if (!(await details.save(deviceId, change, clock.now()))) throw new Problem('NOT_FOUND')
      return show(deviceId)
    },

    /**
     * @param said `since`: since when it is so, as the owner says; absent: as far as is known. `at`: when they tapped it, where it
     * comes later; absent: now.
     */
    async setState(
      deviceId: string,
      { state, ...said }: { state: DossierState; since?: Instant | undefined; at?: Instant | undefined },
    ): Promise<Dossier> {
      const now = clock.now()
      const tap = tapOf(said.at, now)
      const setAt = tap.at
      const sinceAfter = await statedSinceOf(deviceId, state, { since: said.since, setAt })
      const previous = (await store.changes(deviceId)).at(-1)
      const expected = sinceAfter.of(previous)
      const from = isAway(state)
        ? await shownSince(deviceId, expected, { previous, ownUntil: sinceAfter.ownUntil })
        : expected
      const isThere = await store.change(deviceId, now, (changes, undone) => {
        const verdict = said.at === undefined ? 'COUNTS' : judgeTheftTap(tap, { changes, undone }, now)
        if (verdict === 'OVERTAKEN') throw new Problem('TAP_OVERTAKEN')
        if (verdict === 'SAME') return null
        const since = sinceAfter.of(changes.at(-1))
        const undoUntil = undoEnd(state, setAt, now)
        return mayBeStated(changes, {
          state,
          since,
          setAt,
          ...(from < since && since.getTime() === expected.getTime() && { shownFrom: from }),
          ...(undoUntil !== null && { undoUntil }),
        })
      })
      if (!isThere) throw new Problem('NOT_FOUND')
      return show(deviceId)
    },

    /** @throws {Problem} STATEMENT_STANDS. */
    async undo(deviceId: string, at: Instant): Promise<Dossier> {
      const undoing = await store.undo(deviceId, new Date(at), clock.now())
      if (undoing === null) throw new Problem('NOT_FOUND')
      if (undoing === 'STANDS') throw new Problem('STATEMENT_STANDS')
      return show(deviceId)
    },

    /** @throws {Problem} DOSSIER_NO_CASE, VALIDATION_ERROR. */
    async correctBeginning(deviceId: string, since: Date): Promise<Dossier> {
      const { userId } = await deviceOf(deviceId)
      const known = await reportedOf(userId, deviceId)
      const previous = beforeTheft(await store.changes(deviceId))
      const ownUntil = known?.ownUntil ?? null
      const beginning = { since, shownFrom: await shownSince(deviceId, since, { previous, ownUntil }) }
      const isCorrected = await store.correctBeginning(deviceId, beginning, (before) =>
        checkSince(since, before.at(-1), clock.now()),
      )
      if (!isCorrected) throw new Problem('DOSSIER_NO_CASE')
      return show(deviceId)
    },

    remove: (deviceId: string): Promise<void> => store.remove(deviceId),

    document: async (deviceId: string): Promise<FileAnswer> => files.document(await deviceOf(deviceId)),
  }
}

/** The last statement before the present theft. */
function beforeTheft(changes: readonly StateChange[]): StateChange | undefined {
  return changes.findLast(({ state }) => !isAway(state))
}

/** @throws {Problem} DOSSIER_STATE, VALIDATION_ERROR. */
function mayBeStated(changes: readonly StateChange[], change: StateChange): StateChange {
  const state = stateOf(changes)
  if (!mayFollow(state, change.state)) throw new Problem('DOSSIER_STATE', { message: refusals[state] })
  checkSince(change.since, changes.at(-1), change.setAt)
  return change
}

/** @throws {Problem} VALIDATION_ERROR. */
function checkSince(since: Date, previous: StateChange | undefined, now: Date): void {
  const mistake = sinceMistake(since, previous, now)
  if (mistake !== null) throw new Problem('VALIDATION_ERROR', { fields: { since: mistake } })
}

import { setImmediate as othersTurn } from 'node:timers/promises'
import type { DiscardReason } from '#contract/devices.ts'
import { limits } from '#contract/limits.ts'
import { serverLimits } from '#contract/server-limits.ts'
import type { Instant } from '#contract/place.ts'
import type { DeletionReceipt, Position, TrackFormat, TrackingMode, TrackingState } from '#contract/tracking.ts'
import { germanTime } from '#domain/fix-time.ts'
import type { GpxPosition } from '#domain/gpx.ts'
import { pageOf, type PositionPage, positionsInPages } from '#domain/position-page.ts'
import { lineOfPages } from '#domain/thinned-track.ts'
import { berlinDay } from '#domain/time.ts'
import { simplifyInTurns } from '#domain/track.ts'
import {
  activeMode,
  believedUntil,
  mayChangeConsent,
  rangeMistake,
  retainedSince,
  retainedUntil,
  startTracking,
} from '#domain/tracking.ts'
import { atMost } from '#server/at-once.ts'
import type { Clock } from '#server/clock.ts'
import type { PositionsStore } from './positions.store.ts'
import { trackFiles } from './track-files.ts'
import type { OwnedDevice, TrackingChoice, TrackingStore } from './tracking.store.ts'
import type { FileAnswer } from '#server/http/api.ts'
import type { KnownDevice, SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Deliver } from '#server/protocols/protocol.ts'

export type TrackingService = ReturnType<typeof createTrackingService>

/** A position as a device's owner, or the device itself, tells it over the API. */
interface ToldPosition {
  latitude: number
  longitude: number
  accuracy?: number | undefined
  recordedAt?: string | undefined
}

interface RangeText {
  start: string
  end: string
}

const { heldForLine, linesAtOnce } = serverLimits.tracking

/** Positions, the oldest first. */
export interface HistoryPages {
  pages: AsyncIterable<PositionPage>
  /** Some were left out for a simpler line. */
  truncated: boolean
  /** Null where there is none. */
  oldestDeletedAt: Instant | null
}

/** What a device's owner decides about its recording, and what they see of it. */
export function createTrackingService({
  store,
  positions,
  receive,
  clock,
}: {
  store: TrackingStore
  positions: PositionsStore
  receive: Deliver
  clock: Clock
}) {
  const inTurn = atMost(linesAtOnce)

  const owned = async (userId: string, deviceId: string): Promise<OwnedDevice> => {
    const device = await store.ownedDevice(deviceId, clock.now())
    if (device === null) throw new Problem('NOT_FOUND')
    if (device.userId !== userId) throw new Problem('FORBIDDEN')
    return device
  }

  const change = async (
    userId: string,
    deviceId: string,
    choose: (device: OwnedDevice) => Partial<TrackingChoice>,
  ): Promise<TrackingState> => {
    const changed = await store.change(deviceId, clock.now(), (device) => {
      if (device.userId !== userId) throw new Problem('FORBIDDEN')
      const { enabled, mode, consentGiven } = device.tracking
      return { enabled, mode, consentGiven, consentAt: device.consentAt, ...choose(device) }
    })
    if (changed === null) throw new Problem('NOT_FOUND')
    return stateOf(changed)
  }

  const consent = (userId: string, deviceId: string, given: boolean): Promise<TrackingState> =>
    change(userId, deviceId, ({ tracking, consentAt }) => {
      if (!mayChangeConsent(tracking)) throw new Problem('TRACKING_ACTIVE')
      if (!given) return withdrawn
      return { consentGiven: true, consentAt: tracking.consentGiven ? consentAt : clock.now() }
    })

  /**
   * An owner's stored positions of a range, page by page; null where there is none. What is older than positions are kept
   * is not there any more. The first page is read before an answer begins: what fails until here is still answered as an
   * error.
   */
  const track = async (userId: string, deviceId: string, range: { start: Date; end: Date }) => {
    const oldest = retainedSince(clock.now())
    const pages = positions.history(deviceId, range.start < oldest ? oldest : range.start, range.end, userId)
    const first = await pages.next()
    if (first.done === true) return null
    return { oldestDeletedAt: deletedAt(first.value), pages: startingWith(first.value, pages) }
  }

  /** A simpler line of a range, and whether anything was left out for it; null where nothing is stored. */
  const simplerTrack = async (find: () => ReturnType<typeof track>, maxPoints: number, hasLeft: AbortSignal) => {
    hasLeft.throwIfAborted()
    const found = await find()
    if (found === null) return null
    const { line, positions: read } = await lineOfPages(
      positionsInPages(untilLeft(found.pages, hasLeft)),
      { points: maxPoints, held: heldForLine },
      (stored, most) => othersBetween(simplifyInTurns(stored, most)),
    )
    return { ...found, pages: inPages(line), truncated: line.length < read }
  }

  /** Who asks for what is not theirs is told so, whatever range they ask for. */
  const rangeOfOwn = async (userId: string, deviceId: string, text: RangeText) => {
    const range = { start: new Date(text.start), end: new Date(text.end) }
    const mistake = rangeMistake(range.start, range.end)
    if (mistake === null) return range
    await owned(userId, deviceId)
    throw new Problem('VALIDATION_ERROR', { fields: mistake })
  }

  return {
    state: async (userId: string, deviceId: string): Promise<TrackingState> => stateOf(await owned(userId, deviceId)),

    enable: (userId: string, deviceId: string, wanted: TrackingMode | null): Promise<TrackingState> =>
      change(userId, deviceId, ({ tracking }) => {
        const start = startTracking(tracking, wanted)
        if ('problem' in start) throw new Problem(start.problem)
        return { enabled: true, mode: start.mode }
      }),

    disable: (userId: string, deviceId: string): Promise<TrackingState> =>
      change(userId, deviceId, () => ({ enabled: false })),

    consent,

    /** For several devices: refused before anything changes, if one of them may not be changed now. */
    async consentForAll(userId: string, deviceIds: readonly string[], given: boolean): Promise<void> {
      for (const deviceId of deviceIds) {
        const { tracking } = await owned(userId, deviceId)
        if (!mayChangeConsent(tracking)) throw new Problem('TRACKING_ACTIVE')
      }
      for (const deviceId of deviceIds) await consent(userId, deviceId, given)
    },

    /** At any time and in one step (GDPR, article 7 (3)). */
    async withdraw(userId: string, deviceId: string, deletePositions: boolean) {
      const state = await change(userId, deviceId, () => withdrawn)
      const removed = deletePositions ? await positions.remove(deviceId, { start: null, end: null }) : null
      return { ...state, deleted: removed?.count ?? 0 }
    },

    /**
     * Page by page, so that a long history holds nobody up. A simplified line is known only when all was read: whoever asks
     * for one waits for their turn, and nothing more is read for who has left.
     */
    async history(
      userId: string,
      deviceId: string,
      { maxPoints, ...text }: RangeText & { maxPoints?: number | undefined },
      hasLeft: AbortSignal,
    ): Promise<HistoryPages> {
      const range = await rangeOfOwn(userId, deviceId, text)
      const find = () => track(userId, deviceId, range)
      const found = maxPoints === undefined ? await find() : await inTurn(() => simplerTrack(find, maxPoints, hasLeft))
      if (found === null) {
        // Whose the device is was asked with its positions; who got none is told why.
        await owned(userId, deviceId)
        return { pages: inPages([]), truncated: false, oldestDeletedAt: null }
      }
      return { truncated: false, ...found }
    },

    async latest(userId: string, deviceId: string): Promise<Position | null> {
      await owned(userId, deviceId)
      const now = clock.now()
      return positions.latest(deviceId, { since: retainedSince(now), until: believedUntil(now) })
    },

    /** Named after the German day on which the range ends. Null where nothing is stored. */
    async file(userId: string, deviceId: string, format: TrackFormat, text: RangeText): Promise<FileAnswer | null> {
      const device = await owned(userId, deviceId)
      const range = await rangeOfOwn(userId, deviceId, text)
      const found = await track(userId, deviceId, range)
      if (found === null) return null
      const head = {
        name: device.name,
        description: `Positionen vom ${germanTime(range.start)} bis ${germanTime(range.end)} (deutsche Zeit)`,
        createdAt: clock.now(),
      }
      return {
        fileName: `device_${device.id}_${berlinDay(range.end.toISOString())}.${format}`,
        mediaType: trackFiles[format].mediaType,
        content: trackFiles[format].content(head, positionsInPages(found.pages)),
      }
    },

    async deleteHistory(
      userId: string,
      deviceId: string,
      text: Partial<Record<keyof RangeText, string | undefined>>,
    ): Promise<DeletionReceipt> {
      await owned(userId, deviceId)
      const start = text.start === undefined ? null : new Date(text.start)
      const end = text.end === undefined ? null : new Date(text.end)
      if (start !== null && end !== null && start >= end)
        throw new Problem('VALIDATION_ERROR', { fields: endsTooEarly })
      const now = clock.now()
      await store.noteDeletion(deviceId, end === null || end > now ? now : end)
      const { count, oldest, newest } = await positions.remove(deviceId, { start, end })
      const span =
        oldest === null || newest === null ? null : { start: oldest.toISOString(), end: newest.toISOString() }
      return { deleted: count, span, deletedAt: clock.now().toISOString() }
    },

    /** Takes in a position that the device itself or its owner tells; it is judged like one from a tracker's port. */
    async report(caller: SignedIn | KnownDevice, deviceId: string, told: ToldPosition) {
      const now = clock.now()
      const device = await store.ownedDevice(deviceId, now)
      if (device === null) throw new Problem('NOT_FOUND')
      const mayReport = caller.kind === 'user' ? caller.user.id === device.userId : caller.deviceId === device.id
      if (!mayReport) throw new Problem('FORBIDDEN')
      return receiptOf(await receive(reportOf(device.imei, told, now), now))
    },
  }
}

const withdrawn = { enabled: false, consentGiven: false, consentAt: null }
const endsTooEarly = { end: 'Das Ende muss nach dem Beginn liegen.' }

function stateOf({ tracking, consentAt, licenceEndedAt }: OwnedDevice): TrackingState {
  return {
    trackingEnabled: activeMode(tracking) !== null,
    licenceEndedAt: licenceEndedAt?.toISOString() ?? null,
    settings: {
      trackingMode: tracking.mode,
      consentGiven: tracking.consentGiven,
      consentTimestamp: consentAt?.toISOString() ?? null,
    },
  }
}

/** When the first position of a page is deleted. */
function deletedAt({ times: [first] }: PositionPage): Instant | null {
  return first === undefined ? null : retainedUntil(new Date(first)).toISOString()
}

async function* startingWith(first: PositionPage, others: AsyncIterable<PositionPage>) {
  yield first
  yield* others
}

async function* untilLeft(pages: AsyncIterable<PositionPage>, hasLeft: AbortSignal) {
  for await (const page of pages) {
    hasLeft.throwIfAborted()
    yield page
  }
}

/** Does work to its end; everybody else gets their turn where it yields. */
async function othersBetween<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
    await othersTurn()
  }
}

async function* inPages(positions: readonly GpxPosition[]): AsyncGenerator<PositionPage, void> {
  for (let from = 0; from < positions.length; from += limits.tracking.historyPageRows) {
    yield pageOf(positions.slice(from, from + limits.tracking.historyPageRows))
  }
}

function reportOf(imei: string, told: ToldPosition, now: Date): Parameters<Deliver>[0] {
  const isNoFix = told.latitude === 0 && told.longitude === 0
  const fix = {
    latitude: told.latitude,
    longitude: told.longitude,
    recordedAt: told.recordedAt === undefined ? now : new Date(told.recordedAt),
    // ISO 8601 with its zone leaves nothing to correct.
    clock: 'server' as const,
    accuracy: told.accuracy || null,
    altitude: null,
    speed: null,
    course: null,
    flag: null,
  }
  return { identity: imei, fix: isNoFix ? null : fix, battery: null, charging: null, alarm: null }
}

function receiptOf(delivery: Awaited<ReturnType<Deliver>>): { stored: boolean; reason?: DiscardReason } {
  if (delivery === 'STORED') return { stored: true }
  switch (delivery) {
    // The device was removed while its position was on the way.
    case 'UNKNOWN_TRACKER':
      throw new Problem('NOT_FOUND')
    // Who may report was decided before; nothing here is encrypted.
    case 'WRONG_SECRET':
    case 'UNREADABLE':
      throw new Problem('FORBIDDEN')
    default:
      return { stored: false, reason: delivery }
  }
}

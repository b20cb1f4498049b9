import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Instant } from '#contract/base/place.ts'
import type { DeletionReceipt, Position, TrackFormat } from '#contract/history/history.ts'
import { trackingLimits, trackingServerLimits } from '#contract/tracking/tracking-limits.ts'
import { keptDays } from '#domain/history/kept-days.ts'
import type { GpxPosition } from '#domain/track-export/gpx.ts'
import { pageOf, type PositionPage, positionsIn, positionsInPages } from '#domain/history/position-page.ts'
import { aroundMidnight } from '#domain/history/around-midnight.ts'
import { rideUnderWay } from '#domain/history/rides-of-day.ts'
import { lineOfPages } from '#domain/track/thinned-track.ts'
import { berlinDay } from '#domain/time/time.ts'
import { simplifyInTurns } from '#domain/track/track.ts'
import { rangeMistake } from '#domain/history/range.ts'
import { outsideOf } from '#domain/privacy-zones/privacy-zones.ts'
import { believedUntil, retainedSince, retainedUntil } from '#domain/history/retention.ts'
import { semaphore } from '#server/platform/semaphore.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DayOfPositions, PositionsStore } from './positions.store.ts'
import type { WrittenPage } from './stored-page.ts'
import type { PrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import { trackFiles, trackInWords } from './track-files.ts'
import type { FileAnswer } from '#server/http/api.ts'
import type { OwnedDevice } from '#server/http/ownership.ts'
import { Problem } from '#server/http/problem.ts'
import { portionsOf } from '#server/platform/portions-of.ts'

export type HistoryService = ReturnType<typeof createHistoryService>

interface RangeText {
  start: string
  end: string
}

const { heldForLine, linesAtOnce, outlineParts } = trackingServerLimits

/** Positions, oldest first. */
export interface HistoryPages {
  /** Written, unless columns or a simpler line are made of them. */
  pages: AsyncIterable<PositionPage | WrittenPage>
  /** Some were left out for a simpler line. */
  truncated: boolean
  /** Null where there is none. */
  oldestDeletedAt: Instant | null
}

/** What a device's owner sees, exports and deletes of its positions. */
export function createHistoryService({
  positions,
  hiddenAreas,
  clock,
}: {
  positions: PositionsStore
  hiddenAreas: PrivacyZonesStore['hiddenAreas']
  clock: Clock
}) {
  const inTurn = semaphore(linesAtOnce)

  const retained = (range: { start: Date; end: Date }) => {
    const oldest = retainedSince(clock.now())
    return range.start < oldest ? { ...range, start: oldest } : range
  }

  /**
   * An owner's stored positions of a range, page by page; null if there is none. Positions older than retention are never
   * returned. The first page is read before an answer begins, so what fails until here is still answered as an error.
   */
  const track = async <Page extends PositionPage | WrittenPage>(
    read: (deviceId: string, start: Date, end: Date) => AsyncGenerator<Page, void>,
    deviceId: string,
    range: { start: Date; end: Date },
  ) => {
    const { start, end } = retained(range)
    const pages = read(deviceId, start, end)
    const first = await pages.next()
    if (first.done === true) return null
    return { oldestDeletedAt: deletedAt(first.value), pages: startingWith(first.value, pages) }
  }

  /** A simpler line of a range, and whether anything was left out for it; null if nothing is stored. */
  const simplerTrack = async (
    deviceId: string,
    range: { start: Date; end: Date },
    maxPoints: number,
    hasLeft: AbortSignal,
  ) => {
    hasLeft.throwIfAborted()
    const found = await track(positions.history, deviceId, range)
    if (found === null) return null
    const { line, positions: read } = await lineOfPages(
      positionsInPages(untilLeft(found.pages, hasLeft)),
      { points: maxPoints, held: heldForLine },
      (stored, most) => othersBetween(simplifyInTurns(stored, most)),
    )
    return { ...found, pages: inPages(line), truncated: line.length < read }
  }

  /** When the rides arrived that were under way at these midnights; none where there was none. */
  const arrivalsAfter = async (deviceId: string, midnights: readonly Instant[]): Promise<Map<Instant, Instant>> => {
    const moved = await positions.movedAround(
      deviceId,
      midnights.map((midnight) => new Date(midnight)),
    )
    const arrivals = new Map<Instant, Instant>()
    for (const midnight of moved.map((moment) => moment.toISOString())) {
      const ride = await rideOver(deviceId, midnight)
      if (ride !== null) arrivals.set(midnight, ride.arrival)
    }
    return arrivals
  }

  /** No more is read of a night than until the ride has arrived. */
  const rideOver = async (deviceId: string, midnight: Instant) => {
    const { start, end } = aroundMidnight(midnight)
    const read: Position[] = []
    for await (const page of positions.history(deviceId, new Date(start), new Date(end))) {
      read.push(...positionsIn(page))
      const ride = rideUnderWay(read, midnight)
      if (ride?.hasArrived === true) return ride
    }
    return rideUnderWay(read, midnight)
  }

  return {
    /**
     * Page by page, so that a long history blocks nobody. A simplified line is known only when everything was read: callers
     * wait for their turn, and reading stops for one who has left.
     */
    async history(
      deviceId: string,
      { maxPoints, format, ...text }: RangeText & { maxPoints?: number | undefined; format?: 'columns' | undefined },
      hasLeft: AbortSignal,
    ): Promise<HistoryPages> {
      const range = rangeOf(text)
      const found =
        maxPoints !== undefined
          ? await inTurn(() => simplerTrack(deviceId, range, maxPoints, hasLeft))
          : await (format === 'columns'
              ? track(positions.history, deviceId, range)
              : track(positions.writtenHistory, deviceId, range))
      if (found === null) return { pages: inPages([]), truncated: false, oldestDeletedAt: null }
      return { truncated: false, ...found }
    },

    /** Some positions of a whole range, found in a fraction of the time that reading all takes; null if there is none. */
    async outline(deviceId: string, text: RangeText): Promise<PositionPage | null> {
      const { start, end } = retained(rangeOf(text))
      return positions.outline(deviceId, start, end, outlineParts)
    },

    async latest(deviceId: string): Promise<Position | null> {
      const now = clock.now()
      return positions.latest(deviceId, { since: retainedSince(now), until: believedUntil(now) })
    },

    /**
     * The days of which positions are stored, the latest first. A ride counts for the day on which it began, as a whole
     * (`domain/history/rides-of-day.ts`).
     */
    async days(deviceId: string): Promise<DayOfPositions[]> {
      const now = clock.now()
      const oldest = retainedSince(now)
      const days = keptDays(now)
      const arrivals = await arrivalsAfter(
        deviceId,
        days.map(({ start }) => start).filter((start) => new Date(start) > oldest),
      )
      const beginning = (midnight: Instant) =>
        new Date(Math.max(oldest.getTime(), Date.parse(arrivals.get(midnight) ?? midnight)))
      return positions.days(
        deviceId,
        days.map(({ day, start, end }) => ({ day, start: beginning(start), end: beginning(end) })),
      )
    },

    /** Named after the German day on which the range ends. Null if nothing is stored, or all of it is cut out. */
    async file(
      device: Pick<OwnedDevice, 'id' | 'name' | 'userId'>,
      format: TrackFormat,
      { without, ...text }: RangeText & { without?: 'privacy-zones' | undefined },
      program: string | null,
    ): Promise<FileAnswer | null> {
      const range = rangeOf(text)
      const areas = without === 'privacy-zones' ? await hiddenAreas(device.userId) : []
      const found = await track(positions.history, device.id, range)
      if (found === null) return null
      const pages = withoutEmpty(outsideOf(areas, positionsInPages(found.pages)))
      const first = await pages.next()
      if (first.done === true) return null
      await positions.noteExport(device.id, { format, program, at: clock.now() })
      const head = {
        name: device.name,
        description: trackInWords(range, without),
        createdAt: clock.now(),
      }
      return {
        fileName: `device_${device.id}_${berlinDay(range.end.toISOString())}.${format}`,
        mediaType: trackFiles[format].mediaType,
        content: trackFiles[format].content(head, startingWith(first.value, pages)),
      }
    },

    async remove(
      deviceId: string,
      text: Partial<Record<keyof RangeText, string | undefined>>,
    ): Promise<DeletionReceipt> {
      const start = text.start === undefined ? null : new Date(text.start)
      const end = text.end === undefined ? null : new Date(text.end)
      if (start !== null && end !== null && start >= end)
        throw new Problem('VALIDATION_ERROR', { fields: endsTooEarly })
      const now = clock.now()
      await positions.noteDeletion(deviceId, end === null || end > now ? now : end, now)
      const { count, oldest, newest } = await positions.remove(deviceId, { start, end })
      const span =
        oldest === null || newest === null ? null : { start: oldest.toISOString(), end: newest.toISOString() }
      return { deleted: count, span, deletedAt: clock.now().toISOString() }
    },
  }
}

/** @throws {Problem} VALIDATION_ERROR with the field. */
function rangeOf(text: RangeText): { start: Date; end: Date } {
  const range = { start: new Date(text.start), end: new Date(text.end) }
  const mistake = rangeMistake(range.start, range.end)
  if (mistake !== null) throw new Problem('VALIDATION_ERROR', { fields: mistake })
  return range
}

const endsTooEarly = { end: 'Das Ende muss nach dem Beginn liegen.' }

/** When the first position of a page will be deleted. */
function deletedAt({ times: [first] }: PositionPage | WrittenPage): Instant | null {
  return first === undefined ? null : retainedUntil(new Date(first)).toISOString()
}

async function* startingWith<Page>(first: Page, others: AsyncIterable<Page>) {
  yield first
  yield* others
}

async function* withoutEmpty<Value>(pages: AsyncIterable<Value[]>): AsyncGenerator<Value[], void> {
  for await (const page of pages) if (page.length > 0) yield page
}

async function* untilLeft(pages: AsyncIterable<PositionPage>, hasLeft: AbortSignal) {
  for await (const page of pages) {
    hasLeft.throwIfAborted()
    yield page
  }
}

/** Does work to its end; other work gets its turn whenever it yields. */
async function othersBetween<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
    await othersTurn()
  }
}

async function* inPages(positions: readonly GpxPosition[]): AsyncGenerator<PositionPage, void> {
  for (const page of portionsOf(positions, trackingLimits.historyPageRows)) yield pageOf(page)
}

import type { PositionFlag } from '#contract/history/history.ts'
import type { GpxPosition } from '#domain/track-export/gpx.ts'

/**
 * Stored positions of one device, the oldest first, each at the same index of all lists; null where nothing was measured.
 * By lists, because a database hands over eight long values many times faster than thousands of rows.
 */
export interface PositionPage {
  /** Milliseconds since 1970. */
  times: readonly number[]
  latitude: readonly number[]
  longitude: readonly number[]
  accuracy: Measured
  altitude: Measured
  speed: Measured
  course: Measured
  flag: readonly (PositionFlag | null)[]
}

export type Measured = readonly (number | null)[]

export function pageOf(positions: readonly GpxPosition[]): PositionPage {
  const measured = (name: 'accuracy' | 'altitude' | 'speed' | 'course') =>
    positions.map((position) => position[name] ?? null)
  return {
    times: positions.map(({ recordedAt }) => Date.parse(recordedAt)),
    latitude: positions.map(({ latitude }) => latitude),
    longitude: positions.map(({ longitude }) => longitude),
    accuracy: measured('accuracy'),
    altitude: measured('altitude'),
    speed: measured('speed'),
    course: measured('course'),
    flag: positions.map(({ flag }) => flag ?? null),
  }
}

/** The positions of a page one by one, for those who look at each. */
export function positionsIn(page: PositionPage): GpxPosition[] {
  return page.times.flatMap((time, index) => {
    const [latitude, longitude] = [page.latitude[index], page.longitude[index]]
    if (latitude === undefined || longitude === undefined) return []
    const [accuracy, altitude, speed] = [page.accuracy[index], page.altitude[index], page.speed[index]]
    const [course, flag] = [page.course[index], page.flag[index]]
    const position: GpxPosition = {
      latitude,
      longitude,
      recordedAt: new Date(time).toISOString(),
      ...(typeof accuracy === 'number' && { accuracy }),
      ...(typeof altitude === 'number' && { altitude }),
      ...(typeof speed === 'number' && { speed }),
      ...(typeof course === 'number' && { course }),
      ...(flag && { flag }),
    }
    return [position]
  })
}

export async function* positionsInPages(pages: AsyncIterable<PositionPage>): AsyncGenerator<GpxPosition[], void> {
  for await (const page of pages) yield positionsIn(page)
}

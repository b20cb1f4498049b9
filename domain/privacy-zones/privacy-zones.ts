import type { Place } from '#contract/base/place.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'

/*
 * A circle that is cut out of every line gives its centre away: three places where lines end suffice to compute it. So
 * what is cut out is another circle, twice as large, whose centre lies up to one radius beside the place to be hidden,
 * where it was drawn once for each zone. Then
 *
 * - everything within the radius that the owner chose is hidden, wherever the centre was drawn;
 * - the circle that is cut out tells only that the place lies within one radius of its centre, and each place
 *   in there is as likely as any other, because the shift is drawn evenly from the area.
 *
 * The shift is drawn once and kept: new ones, drawn again and again, would have the place in their middle.
 *
 * - The attack, and shifted zones against it: W. U. Hassan, S. Hussain, A. Bates, "Analysis of Privacy Protections in
 *   Fitness Tracking Social Networks", USENIX Security 2018.
 * - Distances inside a zone give the place away, too, even in a shifted one: K. Dhondt et al., "A Run a Day Won't Keep the
 *   Hacker Away", CCS 2022. So nothing that is computed from fixes inside a zone may be shown beside a line that was cut.
 */

/** The place to be hidden, and how far beside it (metres east and north) the centre of what is cut out lies. */
export interface ShiftedZone extends Place {
  radiusMetres: number
  shift: Shift
}

export interface Shift {
  eastMetres: number
  northMetres: number
}

/** A circle that is cut out of a line. */
export interface HiddenArea {
  centre: Place
  radiusMetres: number
}

/** How large the circle is that is cut out, in radii of its zone: the zone, and the greatest shift. */
export const hiddenRadii = 2

/**
 * A shift of at most the zone's radius, every place in this circle being as likely.
 * @param random gives numbers from 0 to below 1.
 */
export function drawnShift(radiusMetres: number, random: () => number): Shift {
  // The root, because a ring's area grows with its radius.
  const metres = radiusMetres * Math.sqrt(random())
  const angle = 2 * Math.PI * random()
  return { eastMetres: metres * Math.sin(angle), northMetres: metres * Math.cos(angle) }
}

/**
 * The shift of a zone that its owner changes. It is kept while the zone stays where it was and its radius allows it. A zone
 * elsewhere gets a new one: a shift that became known with the old place would reveal the new one.
 */
export function shiftAfter(before: ShiftedZone, after: Place & { radiusMetres: number }, random: () => number): Shift {
  const { eastMetres, northMetres } = before.shift
  const isElsewhere = distanceMetres(before, after) > before.radiusMetres
  const isTooFar = Math.hypot(eastMetres, northMetres) > after.radiusMetres
  return isElsewhere || isTooFar ? drawnShift(after.radiusMetres, random) : before.shift
}

export function hiddenAreaOf({ latitude, longitude, radiusMetres, shift }: ShiftedZone): HiddenArea {
  const metres = Math.hypot(shift.eastMetres, shift.northMetres)
  const bearing = (Math.atan2(shift.eastMetres, shift.northMetres) * 180) / Math.PI
  return { centre: destination({ latitude, longitude }, metres, bearing), radiusMetres: hiddenRadii * radiusMetres }
}

export function isHidden(areas: readonly HiddenArea[], place: Place): boolean {
  return areas.some(({ centre, radiusMetres }) => distanceMetres(centre, place) <= radiusMetres)
}

/** A fix outside of all zones; the line does not continue to it where something before it was cut out. */
export type VisibleFix<Fix> = Fix & { afterCut?: true }

/**
 * What of a track lies in no hidden area. A trip that begins or ends in one begins or ends with the fix next to it: no fix is
 * made up at its edge.
 * @param pages fixes, the oldest first. A cut at the end of one page is marked in the next.
 */
export async function* outsideOf<Fix extends Place>(
  areas: readonly HiddenArea[],
  pages: AsyncIterable<readonly Fix[]>,
): AsyncGenerator<VisibleFix<Fix>[], void> {
  let isCut = false
  for await (const page of pages) {
    const visible: VisibleFix<Fix>[] = []
    for (const fix of page) {
      if (isHidden(areas, fix)) {
        isCut = true
        continue
      }
      visible.push(isCut ? { ...fix, afterCut: true } : fix)
      isCut = false
    }
    yield visible
  }
}

/** What of a line in unbroken pieces lies in no hidden area; a piece that leads through one becomes two. */
export function visiblePieces(areas: readonly HiddenArea[], pieces: readonly (readonly Place[])[]): Place[][] {
  const visible: Place[][] = []
  for (const piece of pieces) {
    let isCut = true
    for (const place of piece) {
      if (isHidden(areas, place)) {
        isCut = true
        continue
      }
      if (isCut) visible.push([place])
      else visible.at(-1)?.push(place)
      isCut = false
    }
  }
  return visible
}

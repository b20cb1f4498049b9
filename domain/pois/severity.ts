import type { Poi } from '#contract/pois/pois.ts'
import { hotspotRecord } from '#domain/hotspots/hotspot-record.ts'

/** How bad it is there, 1 to 3. What says nothing of it is in the middle. */
export type Severity = 1 | 2 | 3
export const middleSeverity: Severity = 2

/** From so many severe accidents on a place counts like one where somebody died, and from so many of any kind like one with a severe one. */
const severeLikeFatal = 3
const anyLikeSevere = 6

export function severityOf({
  poiType,
  details: { note },
}: Pick<Poi, 'poiType'> & { details: Pick<Poi['details'], 'note'> }): Severity {
  const record = poiType === 'AccidentHotspotMoto' && note !== undefined ? hotspotRecord(note) : null
  if (record === null) return middleSeverity
  if (record.fatal > 0 || record.severe >= severeLikeFatal) return 3
  return record.severe > 0 || record.accidents >= anyLikeSevere ? 2 : 1
}

/** The worst first; of the same severity in the order given. */
export function worstFirst<P extends Pick<Poi, 'poiType' | 'details'>>(pois: readonly P[]): P[] {
  return pois.toSorted((one, other) => severityOf(other) - severityOf(one))
}

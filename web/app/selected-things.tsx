import type { Place } from '#contract/place.ts'
import { ownPoiIdForm } from '#contract/poi-exchange.ts'
import type { Poi } from '#contract/pois.ts'
import { notVotedOn } from '#domain/poi-reports/doubts.ts'
import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { HidePoi } from '#web/features/hidden-pois/HidePoi.tsx'
import { SourceDoubt, SourceWord } from '#web/features/poi-reports/SourceWord.tsx'
import { ReportStanding } from '#web/features/poi-reports/ReportStanding.tsx'
import { PoiDetail, PoiReason } from '#web/features/pois/PoiDetail.tsx'
import { poiTitle } from '#web/features/pois/poi-title.ts'
import { limitAndDirection } from '#web/features/pois/wording.ts'
import type { SelectedThing } from '#web/features/pois/Selection.tsx'
import { knownWarning, warningTitle } from '#web/features/weather/known-warning.ts'
import { WarningDetail } from '#web/features/weather/WarningDetail.tsx'

/**
 * What is known of each chosen id, be it a POI or a warning.
 * @param own where the user is, if that is known.
 */
export function selectedThings(
  ids: readonly string[],
  pois: readonly Poi[],
  warnings: readonly CurrentWarning[],
  areas: WeatherAreas,
  own: Place | null,
): SelectedThing[] {
  return ids.flatMap((id): SelectedThing | [] => {
    const poi = pois.find((known) => known.id === id)
    if (poi !== undefined) {
      return { id, ...poiTitle(poi), facts: limitAndDirection(poi), detail: <KnownPoi poi={poi} own={own} /> }
    }
    const warning = knownWarning(id, warnings, areas)
    if (warning === null) return []
    const detail = <WarningDetail warning={warning} />
    return { id, title: warningTitle(warning), facts: null, category: 'weather', detail }
  })
}

function KnownPoi({ poi, own }: { poi: Poi; own: Place | null }) {
  const isOwn = ownPoiIdForm.test(poi.id)
  const isReport = poi.details.confidence !== undefined
  return (
    <>
      <PoiReason poi={poi} />
      <ReportStanding poi={poi} own={own} />
      <SourceDoubt poi={poi} />
      <PoiDetail poi={poi} />
      {!isOwn && !isReport && poi.poiType !== notVotedOn && <SourceWord poi={poi} own={own} />}
      {!isOwn && <HidePoi id={poi.id} />}
    </>
  )
}

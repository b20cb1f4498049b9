import type { Place } from '#contract/base/place.ts'
import { ownPoiIdForm } from '#contract/poi-exchange/poi-exchange.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { notVotedOn } from '#domain/poi-reports/doubts.ts'
import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { HidePoi } from '#web/features/hidden-pois/HidePoi.tsx'
import { SourceDoubt, SourceWord } from '#web/features/poi-reports/SourceWord.tsx'
import { ReportStanding, ReportWord } from '#web/features/poi-reports/ReportStanding.tsx'
import { PlaceDirection } from '#web/features/pois/near/PlaceDirection.tsx'
import { PoiDetail, PoiReason } from '#web/features/pois/list/PoiDetail.tsx'
import { poiTitle } from '#web/features/pois/list/poi-title.ts'
import { limitAndDirection } from '#web/features/pois/wording.ts'
import type { SelectedThing } from '#web/features/pois/list/Selection.tsx'
import { knownWarning, warningTitle } from '#web/features/weather/known-warning.ts'
import { WarningDetail } from '#web/features/weather/WarningDetail.tsx'
import { NearnessChoice } from '#web/shared/places/NearnessChoice.tsx'

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
      return {
        id,
        ...poiTitle(poi),
        facts: limitAndDirection(poi),
        where: own === null ? null : <PlaceDirection from={own} to={poi} />,
        detail: <KnownPoi poi={poi} own={own} />,
        actions: ownPoiIdForm.test(poi.id) ? null : <PoiActions poi={poi} own={own} />,
      }
    }
    const warning = knownWarning(id, warnings, areas)
    if (warning === null) return []
    const detail = <WarningDetail warning={warning} />
    return { id, title: warningTitle(warning), facts: null, category: 'weather', where: null, detail, actions: null }
  })
}

function KnownPoi({ poi, own }: { poi: Poi; own: Place | null }) {
  return (
    <>
      <PoiReason poi={poi} />
      <ReportStanding poi={poi} />
      <SourceDoubt poi={poi} />
      <PoiDetail poi={poi} />
      {own !== null && isVotedOn(poi) && poi.details.own !== true && <NearnessChoice />}
    </>
  )
}

function PoiActions({ poi, own }: { poi: Poi; own: Place | null }) {
  const isReport = poi.details.confidence !== undefined
  return (
    <>
      {isReport ? <ReportWord poi={poi} own={own} /> : isVotedOn(poi) && <SourceWord poi={poi} own={own} />}
      <HidePoi id={poi.id} />
    </>
  )
}

/** Neither on what statistics say, nor on what is the reader's alone. */
function isVotedOn({ id, poiType }: Poi): boolean {
  return !ownPoiIdForm.test(id) && poiType !== notVotedOn
}

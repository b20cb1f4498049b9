import type { Poi } from '#contract/pois.ts'
import type { CurrentWarning, WeatherAreas } from '#contract/weather.ts'
import { ReportStanding } from '#web/features/poi-reports/ReportStanding.tsx'
import { PoiDetail, PoiReason } from '#web/features/pois/PoiDetail.tsx'
import { poiTitle } from '#web/features/pois/poi-title.ts'
import type { SelectedThing } from '#web/features/pois/Selection.tsx'
import { knownWarning, warningTitle } from '#web/features/weather/known-warning.ts'
import { WarningDetail } from '#web/features/weather/WarningDetail.tsx'

/** What is known of each chosen id, be it a POI or a warning. */
export function selectedThings(
  ids: readonly string[],
  pois: readonly Poi[],
  warnings: readonly CurrentWarning[],
  areas: WeatherAreas,
): SelectedThing[] {
  return ids.flatMap((id): SelectedThing | [] => {
    const poi = pois.find((known) => known.id === id)
    if (poi !== undefined) return { id, ...poiTitle(poi), detail: <KnownPoi poi={poi} /> }
    const warning = knownWarning(id, warnings, areas)
    if (warning === null) return []
    return { id, title: warningTitle(warning), category: 'weather', detail: <WarningDetail warning={warning} /> }
  })
}

function KnownPoi({ poi }: { poi: Poi }) {
  return (
    <>
      <PoiReason poi={poi} />
      <ReportStanding poi={poi} />
      <PoiDetail poi={poi} />
    </>
  )
}

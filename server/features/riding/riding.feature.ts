import type { World } from '#domain/demo/demo.ts'
import { perWorld } from '#server/platform/per-world.ts'
import type { HiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import type { HotspotsService } from '#server/features/hotspots/hotspots.service.ts'
import type { PoiReportsService } from '#server/features/poi-reports/poi-reports.service.ts'
import type { PoisStore } from '#server/features/pois/pois.store.ts'
import type { WeatherStore } from '#server/features/weather/weather.store.ts'
import type { Foundations } from '#server/foundations.ts'
import type { LinesShare } from '#domain/riding/lines-share.ts'
import { createArchiveRoads } from '#server/tiles/archive-roads.ts'
import { createHazardLinesStore } from './hazard-lines.store.ts'
import { registerRidingJobs } from './riding.jobs.ts'
import { registerRidingRoutes } from './riding.routes.ts'
import { createRidingStore } from './riding.store.ts'
import { createRidingService } from './riding.service.ts'

export function buildRiding(
  { clock, api, database, jobs, archive }: Pick<Foundations, 'clock' | 'api' | 'database' | 'jobs' | 'archive'>,
  {
    pois,
    weather,
    hidden,
    reports,
    hotspots,
  }: {
    pois: Record<World, PoisStore>
    weather: Record<World, WeatherStore>
    hidden: Pick<HiddenPoisStore, 'idsOf'>
    reports: Pick<PoiReportsService, 'doubtedAmong'>
    hotspots: Pick<HotspotsService, 'partsShown'>
  },
): { linesShares(): Promise<LinesShare[]> } {
  registerRidingRoutes(
    api,
    perWorld((world) =>
      createRidingService({
        pois: pois[world],
        riding: createRidingStore(database, world),
        weather: weather[world],
        clock,
      }),
    ),
    { hiddenBy: hidden.idsOf, doubtedAmong: reports.doubtedAmong },
  )
  const lines = createHazardLinesStore(database)
  const around = archive && createArchiveRoads(archive)
  registerRidingJobs(
    jobs,
    { store: lines, accidentParts: hotspots.partsShown },
    archive && around && { version: archive.info.version, around },
  )
  return { linesShares: lines.shares }
}

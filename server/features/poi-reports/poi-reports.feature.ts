import type { World } from '#domain/demo/demo.ts'
import type { PoisStore } from '#server/features/pois/pois.store.ts'
import type { ReportedPois } from '#server/features/pois/reported-pois.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerPoiReportsRoutes } from './poi-reports.routes.ts'
import { createPoiReportsService, type PoiReportsService } from './poi-reports.service.ts'
import { createPoiDoubtsStore } from './poi-doubts.store.ts'
import { createPoiReportsStore } from './poi-reports.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'newId' | 'api'>

export function buildPoiReports(
  { database, clock, newId, api }: Needs,
  { stores, reportedPois }: { stores: Record<World, PoisStore>; reportedPois: ReportedPois },
): Pick<PoiReportsService, 'marked' | 'doubtedAmong'> {
  const store = createPoiReportsStore(database, newId, reportedPois)
  const service = createPoiReportsService({
    store,
    doubts: createPoiDoubtsStore(database),
    pois: stores.real,
    clock,
  })
  registerPoiReportsRoutes(api, service)
  return service
}

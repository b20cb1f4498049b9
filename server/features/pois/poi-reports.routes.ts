import { poiReports } from '#contract/poi-reports.ts'
import type { PoiReportsService } from './poi-reports.service.ts'
import type { Api } from '#server/http/api.ts'
import { refuseDemo } from '#server/http/caller.ts'

/** In the demo world nothing is reported. */
export function registerPoiReportsRoutes(api: Api, service: PoiReportsService): void {
  api.on(poiReports.report, async ({ caller, body }) => {
    refuseDemo(caller)
    return { poi: await service.report(caller.user.id, body) }
  })
  api.on(poiReports.correct, async ({ caller, params, body }) => {
    refuseDemo(caller)
    return { poi: await service.correct(caller.user.id, params.id, body) }
  })
  api.on(poiReports.withdraw, async ({ caller, params }) => {
    refuseDemo(caller)
    return { poi: await service.withdraw(caller.user.id, params.id) }
  })
  api.on(poiReports.confirm, async ({ caller, params }) => {
    refuseDemo(caller)
    return { poi: await service.vote(caller.user.id, params.id, true) }
  })
  api.on(poiReports.deny, async ({ caller, params }) => {
    refuseDemo(caller)
    return { poi: await service.vote(caller.user.id, params.id, false) }
  })
}

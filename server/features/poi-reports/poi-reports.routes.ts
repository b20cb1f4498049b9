import { poiReports } from '#contract/poi-reports/poi-reports.ts'
import type { PoiReportsService } from './poi-reports.service.ts'
import type { Api } from '#server/http/api.ts'

/** Nothing can be reported in the demo world. */
export function registerPoiReportsRoutes(api: Api, service: PoiReportsService): void {
  api.on(poiReports.report, ({ caller, body }) => service.report(caller.user.id, body))
  api.on(poiReports.correct, async ({ caller, params, body }) => ({
    poi: await service.correct(caller.user.id, params.id, body),
  }))
  api.on(poiReports.withdraw, async ({ caller, params }) => ({
    poi: await service.withdraw(caller.user.id, params.id),
  }))
  api.on(poiReports.withdrawConsent, ({ caller }) => service.withdrawConsent(caller.user.id))
  api.on(poiReports.confirm, async ({ caller, params, query }) => ({
    poi: await service.vote(caller.user.id, params.id, { confirms: true, ...query }),
  }))
  api.on(poiReports.deny, async ({ caller, params, query }) => ({
    poi: await service.vote(caller.user.id, params.id, { confirms: false, ...query }),
  }))
}

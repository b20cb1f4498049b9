import { reception } from '#contract/reception.ts'
import type { PositionReportService } from './position-report.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerReceptionRoutes(api: Api, service: PositionReportService): void {
  api.on(reception.reportPosition, ({ device, body }) => service.report(device, body))
}

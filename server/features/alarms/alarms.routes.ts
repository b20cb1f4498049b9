import { alarms } from '#contract/alarms.ts'
import type { AlarmsService } from './alarms.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerAlarmsRoutes(api: Api, service: AlarmsService): void {
  api.on(alarms.list, ({ caller, params }) => service.list(caller.user.id, params.deviceId))
  api.on(alarms.acknowledge, ({ caller, params, body }) =>
    service.acknowledge(caller.user.id, params.deviceId, body.alarmId),
  )
  api.on(alarms.pause, ({ caller, params, body }) => service.pause(caller.user.id, params.deviceId, body.pause))
  api.on(alarms.endPause, ({ caller, params }) => service.endPause(caller.user.id, params.deviceId))
  api.on(alarms.test, ({ caller, params }) => service.test(caller.user.id, params.deviceId))
}

import { alarms } from '#contract/alarms/alarms.ts'
import type { OwnRidesService } from './answers/own-rides.service.ts'
import type { AlarmsService } from './alarms.service.ts'
import { shownTo } from './shown-to.ts'
import type { Api } from '#server/http/api.ts'

export function registerAlarmsRoutes(api: Api, service: AlarmsService, ownRides: OwnRidesService): void {
  api.on(alarms.list, async ({ caller, params }) => {
    const { state, alarms: latest } = await service.list(params.deviceId)
    return { state, alarms: latest.map((alarm) => shownTo(caller, alarm)) }
  })
  api.on(alarms.acknowledge, async ({ caller, params, body }) =>
    shownTo(caller, await service.acknowledge(params.deviceId, body.alarmId)),
  )
  api.on(alarms.pause, ({ params, body: { pause, until, at } }) =>
    at === undefined ? service.pause(params.deviceId, pause, until ?? null) : service.ride(params.deviceId, at),
  )
  api.on(alarms.endPause, ({ params }) => service.endPause(params.deviceId))
  api.on(alarms.ownRide, ({ body }) => ownRides.say(body.token))
  api.on(alarms.test, ({ params }) => service.test(params.deviceId))
  api.on(alarms.linked, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return service.linked(token)
  })
  api.on(alarms.answer, ({ token }) => service.answer(token))
}

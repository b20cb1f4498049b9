import { alarms } from '#contract/alarms/alarms.ts'
import type { OwnRidesService } from './answers/own-rides.service.ts'
import type { AlarmsService } from './alarms.service.ts'
import { shownTo } from './shown-to.ts'
import { alarmFor, guardStateFor } from '#domain/people/shown-alarms.ts'
import type { Api } from '#server/http/api.ts'
import { programOf, type SignedIn } from '#server/http/caller.ts'
import type { DeviceOfRole } from '#server/http/ownership.ts'
import { Problem } from '#server/http/problem.ts'

export function registerAlarmsRoutes(api: Api, service: AlarmsService, ownRides: OwnRidesService): void {
  api.on(alarms.list, async ({ caller, device }) => {
    const { state, alarms: latest } = await service.list(device.id)
    const shown = latest.map((alarm) => shownTo(caller, alarmFor(device.role, alarm)))
    return { state: guardStateFor(device.role, state), alarms: shown }
  })
  api.on(alarms.acknowledge, async ({ caller, device, body }) => {
    const alarm = await service.acknowledge(device.id, body.alarmId, {
      personId: personIn(caller, device),
      program: programOf(caller),
    })
    return shownTo(caller, alarmFor(device.role, alarm))
  })
  api.on(alarms.pause, async ({ caller, device, body: { pause, until, at } }) => {
    if (device.role !== 'OWNER' && pause !== 'RIDE') throw new Problem('DRIVER_RIDES_ONLY')
    const person = personIn(caller, device)
    const state = await (at === undefined
      ? service.pause(device.id, pause, until ?? null, person)
      : service.ride(device.id, at, person))
    return guardStateFor(device.role, state)
  })
  api.on(alarms.endPause, ({ params }) => service.endPause(params.deviceId))
  api.on(alarms.ownRide, ({ body }) => ownRides.say(body.token))
  api.on(alarms.test, ({ params }) => service.test(params.deviceId))
  api.on(alarms.linked, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return service.linked(token)
  })
  api.on(alarms.answer, ({ token }) => service.answer(token))
}

/** The account of who acts in place of the owner; null: the owner. */
function personIn({ user }: Pick<SignedIn, 'user'>, { role }: DeviceOfRole): string | null {
  return role === 'OWNER' ? null : user.id
}

import { deviceRegistration } from '#contract/device-registration.ts'
import { devices } from '#contract/devices.ts'
import type { DevicesService } from './devices.service.ts'
import type { Api } from '#server/http/api.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'

export function registerDevicesRoutes(api: Api, service: DevicesService): void {
  api.on(devices.list, ({ caller }) => service.list(caller.user.id))
  api.on(devices.statusOverview, ({ caller }) => service.statusOverview(caller.user.id))
  api.on(devices.show, async ({ caller, params }) => ({ device: await service.owned(caller.user.id, params.id) }))
  api.on(devices.change, async ({ caller, params, body }) => ({
    device: await service.change(caller.user.id, params.id, body),
  }))
  api.on(devices.correctClock, async ({ caller, params, body }) => ({
    device: await service.correctClock(caller.user.id, params.id, body.aheadMinutes),
  }))
  api.on(devices.remove, async ({ caller, params }) => {
    await service.remove(caller.user.id, params.id)
    return {}
  })
  api.on(devices.registerImei, async ({ caller, body }) => {
    const { imei, deviceName = null, claimCode = null } = body
    return { device: await service.add(caller.user.id, { imei, deviceName, claimCode }) }
  })

  api.on(deviceRegistration.active, async ({ caller, params }) => {
    refuseOthers(caller, params.userId)
    return { device: await service.newest(caller.user.id) }
  })
  api.on(deviceRegistration.register, async ({ caller, body }) => {
    refuseOthers(caller, body.userId)
    const { imei, claimCode = null } = body
    return { device: await service.add(caller.user.id, { imei, deviceName: null, claimCode }) }
  })
  api.on(deviceRegistration.transfer, async ({ caller, body }) => {
    await service.offer(caller, body.deviceId, body.email)
    return {}
  })
  api.on(deviceRegistration.withdrawOffer, async ({ caller, params }) => {
    await service.withdrawOffer(caller.user.id, params.id)
    return {}
  })
  api.on(deviceRegistration.accept, ({ body }) => service.accept(body.token))
}

function refuseOthers(caller: SignedIn, userId: string): void {
  if (caller.user.id !== userId) throw new Problem('FORBIDDEN')
}

import { deviceRegistration } from '#contract/devices/device-registration.ts'
import { type Device, devices } from '#contract/devices/devices.ts'
import type { DevicesService } from './devices.service.ts'
import type { Api } from '#server/http/api.ts'
import type { Program, SignedIn } from '#server/http/caller.ts'

export function registerDevicesRoutes(api: Api, service: DevicesService): void {
  api.on(devices.list, async ({ caller }) =>
    (await service.list(caller.user.id)).map((device) => shownTo(caller, device)),
  )
  api.on(devices.putInOrder, async ({ caller, body }) => {
    await service.putInOrder(caller.user.id, body.deviceIds)
    return {}
  })
  api.on(devices.statusOverview, ({ caller }) => service.statusOverview(caller.user.id))
  api.on(devices.show, async ({ caller, params }) => ({
    device: shownTo(caller, await service.show(params.id)),
  }))
  api.on(devices.change, async ({ params, body }) => ({ device: await service.change(params.id, body) }))
  api.on(devices.correctClock, async ({ params, body }) => ({
    device: await service.correctClock(params.id, body.aheadMinutes),
  }))
  api.on(devices.remove, async ({ caller, params }) => {
    await service.remove(caller.user.id, params.id)
    return {}
  })
  api.on(devices.registerImei, async ({ caller, body }) => {
    const { imei, deviceName = null, claimCode = null } = body
    return { device: await service.add(caller.user.id, { imei, deviceName, claimCode }) }
  })

  api.on(deviceRegistration.active, async ({ params }) => ({ device: await service.newest(params.userId) }))
  api.on(deviceRegistration.register, async ({ body }) => {
    const { imei, userId, claimCode = null } = body
    return { device: await service.add(userId, { imei, deviceName: null, claimCode }) }
  })
  api.on(deviceRegistration.transfer, async ({ caller, body }) => {
    await service.offer(caller, body.deviceId, body.email)
    return {}
  })
  api.on(deviceRegistration.withdrawOffer, async ({ params }) => {
    await service.withdrawOffer(params.id)
    return {}
  })
  api.on(deviceRegistration.accept, ({ body }) => service.accept(body.token))
}

/** A program gets no addresses of others: to whom a device is offered, its owner sees. */
function shownTo({ kind }: SignedIn | Program, device: Device): Device {
  return kind === 'user' ? device : { ...device, offer: null }
}

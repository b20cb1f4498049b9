import { phones } from '#contract/phones/phones.ts'
import type { PhonesService } from './phones.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerPhonesRoutes(api: Api, service: PhonesService): void {
  api.on(phones.show, ({ caller }) => service.show(service.ofUser(caller)))
  api.on(phones.sendCode, ({ caller, body }) => service.sendCode(service.ofUser(caller), body))
  api.on(phones.confirm, ({ caller, body }) => service.confirm(service.ofUser(caller), body.code))
  api.on(phones.remove, async ({ caller }) => {
    await service.remove(service.ofUser(caller))
    return {}
  })
  api.on(phones.ofContact, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return service.show(await service.ofLink(token))
  })
  api.on(phones.sendContactCode, async ({ token, body }) => service.sendCode(await service.ofLink(token), body))
  api.on(phones.confirmContact, async ({ token, body }) => service.confirm(await service.ofLink(token), body.code))
  api.on(phones.removeOfContact, async ({ token }) => {
    await service.remove(await service.ofLink(token))
    return {}
  })
}

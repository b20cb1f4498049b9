import { people } from '#contract/people/people.ts'
import type { Api } from '#server/http/api.ts'
import type { PeopleService } from './people.service.ts'

export function registerPeopleRoutes(api: Api, service: PeopleService): void {
  api.on(people.list, ({ params }) => service.show(params.deviceId))
  api.on(people.invite, ({ caller, params, body }) => service.invite(caller, params.deviceId, body))
  api.on(people.remove, ({ params }) => service.remove(params.deviceId, params.personId))
  api.on(people.accept, ({ caller, body }) => service.accept(caller, body.token))
  api.on(people.vehicles, ({ caller }) => service.vehicles(caller.user.id))
  api.on(people.leave, async ({ caller, params }) => {
    await service.leave(caller.user.id, params.deviceId)
    return {}
  })
}

import { emergencyContacts } from '#contract/emergency-contacts/emergency-contacts.ts'
import type { EmergencyContactsService } from './emergency-contacts.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerEmergencyContactsRoutes(api: Api, service: EmergencyContactsService): void {
  api.on(emergencyContacts.list, ({ params }) => service.show(params.deviceId))
  api.on(emergencyContacts.invite, ({ caller, params, body }) => service.invite(caller, params.deviceId, body.email))
  api.on(emergencyContacts.change, ({ caller, params, body }) => service.change(caller.user.id, params.deviceId, body))
  api.on(emergencyContacts.remove, ({ params }) => service.remove(params.deviceId, params.contactId))
  api.on(emergencyContacts.invitation, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return service.invitation(token)
  })
  api.on(emergencyContacts.accept, ({ token, body }) => service.accept(token, body.version))
  api.on(emergencyContacts.leave, async ({ token }) => {
    await service.leave(token)
    return {}
  })
}

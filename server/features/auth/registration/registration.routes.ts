import { registration } from '#contract/auth/registration.ts'
import type { Api } from '#server/http/api.ts'
import type { RegistrationService } from './registration.service.ts'

export function registerRegistrationRoutes(api: Api, service: RegistrationService): void {
  api.on(registration.register, (call) => service.register(call.body, call))
  api.on(registration.verifyEmail, ({ query, caller }) => service.verifyEmail(query.token, caller))
  api.on(registration.resendVerification, (call) => service.resendVerification(call.body.email, call))
  api.on(registration.confirmPassword, ({ body, caller }) => service.confirmPassword(body, caller))
  api.on(registration.confirmHere, ({ body }) => service.confirmHere(body))
  api.on(registration.verifyImei, (call) => service.verifyImei(call.body, call))
}

import { auth } from '#contract/auth/auth.ts'
import type { AuthService } from './auth.service.ts'
import type { Api } from '#server/http/api.ts'

/** @param demoEmail the address of the demo account, or null when the demo is off. */
export function registerAuthRoutes(api: Api, service: AuthService, demoEmail: string | null): void {
  api.on(auth.login, (call) => service.login(call.body, call))
  api.on(auth.demo, (call) => service.loginAsDemo(demoEmail, call))
  api.on(auth.logout, async ({ token }) => {
    if (token !== null) await service.logout(token)
    return {}
  })
  api.on(auth.logoutLater, async ({ body }) => {
    await service.logoutLater(body.key)
    return {}
  })
  api.on(auth.passwordReset, async (call) => {
    await service.requestPasswordReset(call.body.email, call)
    return {}
  })
  api.on(auth.passwordResetConfirm, async (call) => {
    await service.confirmPasswordReset(call.body.token, call.body.newPassword, call)
    return {}
  })
  api.on(auth.secureAccount, ({ body }) => service.secureAccount(body.token))
  api.on(auth.profile, async ({ caller }) => ({ user: caller.user }))
}

import type { Session, User } from '#contract/auth.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts, Rule } from '#server/db/attempts.ts'
import { emailChangeNotice, emailChangeMail } from './account.jobs.ts'
import type { AccountStore } from './account.store.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { hashPassword, verifyPassword } from '#server/secrets.ts'

/** Guessing the password of a session left open must not be quicker than at the login. */
const passwordTries: Rule = { kind: 'account-password', max: 10, minutes: 15, growing: true }

export type AccountService = ReturnType<typeof createAccountService>

export function createAccountService({
  store,
  attempts,
  clock,
  jobs,
}: {
  store: AccountStore
  attempts: Attempts
  clock: Clock
  jobs: Jobs
}) {
  /** @throws {Problem} RATE_LIMITED, PASSWORD_WRONG. */
  const proveOwner = async (user: User, password: string, field: string) => {
    const taken = await attempts.take(passwordTries, user.id)
    if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
    const right = await verifyPassword(await store.passwordHash(user.id), password)
    if (!right) throw new Problem('PASSWORD_WRONG', { fields: { [field]: new Problem('PASSWORD_WRONG').message } })
    await attempts.forget(passwordTries.kind, user.id)
  }

  return {
    async choosePicture(user: User, pictureId: string | null): Promise<User> {
      const owner = pictureId === null ? user.id : await store.ownerOfPicture(pictureId)
      if (owner === null) throw new Problem('NOT_FOUND')
      if (owner !== user.id) throw new Problem('FORBIDDEN')
      await store.choosePicture(user.id, pictureId)
      const changed = { ...user }
      delete changed.pictureId
      return pictureId === null ? changed : { ...changed, pictureId }
    },

    /** The address changes when the link sent to the new one is opened; the present one is told at once. */
    async changeEmail(user: User, { newEmail, password }: { newEmail: string; password: string }): Promise<User> {
      if (newEmail.toLowerCase() === user.email.toLowerCase()) throw new Problem('EMAIL_UNCHANGED')
      await proveOwner(user, password, 'password')
      if (await store.emailTaken(newEmail)) throw new Problem('EMAIL_EXISTS')
      await store.setPendingEmail(user.id, newEmail)
      await jobs.send(emailChangeMail, { userId: user.id })
      await jobs.send(emailChangeNotice, { userId: user.id })
      return { ...user, pendingEmail: newEmail }
    },

    async changePassword(
      caller: SignedIn,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<void> {
      await proveOwner(caller.user, currentPassword, 'currentPassword')
      await store.changePassword(caller.user.id, await hashPassword(newPassword), caller.sessionId)
    },

    async sessions(caller: SignedIn): Promise<Session[]> {
      const sessions = await store.sessions(caller.user.id, clock.now())
      const own = sessions.map((session) => ({ ...session, current: session.id === caller.sessionId }))
      // The demo account is everybody's: nobody needs to know who else is looking.
      return caller.user.demo ? own.filter(({ current }) => current) : own
    },

    async endSession(user: User, sessionId: string): Promise<void> {
      if (!(await store.endSession(user.id, sessionId))) throw new Problem('NOT_FOUND')
    },
  }
}

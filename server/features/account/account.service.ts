import { account } from '#contract/account.ts'
import type { Session, User } from '#contract/auth.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts } from '#server/db/attempts.ts'
import { emailChangeMail, emailChangeNotice } from './account.jobs.ts'
import type { AccountStore } from './account.store.ts'
import type { CredentialsStore } from '#server/features/auth/credentials.store.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { hashPassword, verifyPassword } from '#server/secrets.ts'

const { password: passwordTries, change: emailChanges } = account.changeEmail.limit.rules

export type AccountService = ReturnType<typeof createAccountService>

export function createAccountService({
  store,
  credentials,
  attempts,
  clock,
  jobs,
  onPasswordChanged,
}: {
  store: AccountStore
  credentials: CredentialsStore
  attempts: Attempts
  clock: Clock
  jobs: Jobs
  /** Sees to the e-mail that says so to the account's address. */
  onPasswordChanged: (email: string) => Promise<void>
}) {
  const passwordWrong = (field: string) =>
    new Problem('PASSWORD_WRONG', { fields: { [field]: new Problem('PASSWORD_WRONG').message } })

  /**
   * The stored hash that the password fits: what follows counts only while it is still that one.
   * @throws {Problem} RATE_LIMITED, PASSWORD_WRONG.
   */
  const proveOwner = async (user: User, password: string, field: string): Promise<string> => {
    const taken = await attempts.take(passwordTries, user.id)
    if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
    const stored = await store.passwordHash(user.id)
    if (!(await verifyPassword(stored, password))) throw passwordWrong(field)
    await attempts.forget(passwordTries.kind, user.id)
    return stored
  }

  return {
    async choosePicture(user: User, pictureId: string | null): Promise<User> {
      const owner = pictureId === null ? user.id : await store.ownerOfPicture(pictureId)
      if (owner === null) throw new Problem('NOT_FOUND')
      if (owner !== user.id) throw new Problem('FORBIDDEN')
      if (!(await store.choosePicture(user.id, pictureId))) throw new Problem('NOT_FOUND')
      const changed = { ...user }
      delete changed.pictureId
      return pictureId === null ? changed : { ...changed, pictureId }
    },

    /**
     * The address changes when the link sent to the new one is opened; the present one is notified at once.
     * Whether the new one has an account already is said to nobody but its owner, by e-mail.
     */
    async changeEmail(user: User, { newEmail, password }: { newEmail: string; password: string }): Promise<User> {
      if (newEmail.toLowerCase() === user.email.toLowerCase()) throw new Problem('EMAIL_UNCHANGED')
      const provenHash = await proveOwner(user, password, 'password')
      const taken = await attempts.take(emailChanges, user.id)
      if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
      if (!(await credentials.askForEmailChange({ userId: user.id, provenHash, newEmail })))
        throw passwordWrong('password')
      await jobs.send(emailChangeMail, { userId: user.id, newEmail })
      await jobs.send(emailChangeNotice, { userId: user.id, email: user.email, newEmail })
      return { ...user, pendingEmail: newEmail }
    },

    async changePassword(
      caller: SignedIn,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<void> {
      const { user, sessionId: keptSessionId } = caller
      const provenHash = await proveOwner(user, currentPassword, 'currentPassword')
      const passwordHash = await hashPassword(newPassword)
      if (!(await credentials.changePassword({ userId: user.id, provenHash, passwordHash, keptSessionId })))
        throw passwordWrong('currentPassword')
      await onPasswordChanged(user.email)
    },

    async sessions(caller: SignedIn): Promise<Session[]> {
      const sessions = await store.sessions(caller.user.id, clock.now())
      const own = sessions.map((session) => ({ ...session, current: session.id === caller.sessionId }))
      // The demo account is everybody's: nobody needs to know who else is looking.
      return caller.user.demo ? own.filter(({ current }) => current) : own
    },

    /** Also those that began since the list was read. */
    endOtherSessions: ({ user, sessionId }: SignedIn): Promise<void> => store.endOtherSessions(user.id, sessionId),

    async endSession(user: User, sessionId: string): Promise<void> {
      if (!(await store.endSession(user.id, sessionId))) throw new Problem('NOT_FOUND')
    },
  }
}

import { account } from '#contract/account/account.ts'
import type { Session, User } from '#contract/auth/auth.ts'
import { isConfirmed } from '#domain/auth/step-up.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import type { AccountStore } from './account.store.ts'
import type { CredentialsStore } from '#server/features/auth/credentials.store.ts'
import type { SessionListStore } from '#server/features/auth/session-list.store.ts'
import type { PasswordProof } from '#server/features/auth/password-proof.ts'
import type { SecondFactorCheck } from '#server/features/second-factor/second-factor-check.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { takeAttempt } from '#server/platform/take-attempt.ts'
import { hashPassword, refuseCommonest } from '#server/platform/passwords.ts'

const { change: emailChanges } = account.changeEmail.limit.rules

export type AccountService = ReturnType<typeof createAccountService>

export function createAccountService({
  store,
  sessionList,
  credentials,
  passwordProof,
  secondFactor,
  attempts,
  clock,
}: {
  store: AccountStore
  sessionList: SessionListStore
  credentials: CredentialsStore
  passwordProof: PasswordProof
  secondFactor: SecondFactorCheck
  attempts: Attempts
  clock: Clock
}) {
  /** The password in the body is enough for accounts that are signed in to with it alone. */
  const askForConfirmation = async ({ user, confirmedAt }: SignedIn): Promise<void> => {
    if ((await secondFactor.isOn(user.id)) && !isConfirmed(confirmedAt, clock.now()))
      throw new Problem('STEP_UP_REQUIRED')
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
     * The address changes when the link sent to the new address is opened; the present address is notified at once. Whether
     * the new address already has an account is revealed only to its owner, by e-mail.
     */
    async changeEmail(caller: SignedIn, { newEmail, password }: { newEmail: string; password: string }): Promise<User> {
      const { user, sessionId } = caller
      await askForConfirmation(caller)
      if (newEmail.toLowerCase() === user.email.toLowerCase()) throw new Problem('EMAIL_UNCHANGED')
      const provenHash = await passwordProof.prove(user.id, password, 'password')
      await takeAttempt(attempts, emailChanges, user.id)
      if (!(await credentials.askForEmailChange({ userId: user.id, sessionId, provenHash, newEmail, at: clock.now() })))
        throw passwordProof.wrong('password')
      return { ...user, pendingEmail: newEmail }
    },

    async changePassword(
      caller: SignedIn,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<void> {
      const { user, sessionId: keptSessionId } = caller
      await askForConfirmation(caller)
      refuseCommonest(newPassword, 'newPassword')
      const provenHash = await passwordProof.prove(user.id, currentPassword, 'currentPassword')
      const passwordHash = await hashPassword(newPassword, { line: user.id, first: true })
      const change = { userId: user.id, provenHash, passwordHash, keptSessionId, at: clock.now() }
      if (!(await credentials.changePassword(change))) throw passwordProof.wrong('currentPassword')
    },

    async sessions(caller: SignedIn): Promise<Session[]> {
      const sessions = await sessionList.sessions(caller.user.id, clock.now())
      const own = sessions.map((session) => ({ ...session, current: session.id === caller.sessionId }))
      // The demo account belongs to everybody: nobody may see who else is signed in.
      return caller.user.demo ? own.filter(({ current }) => current) : own
    },

    /** Also sessions that began after the list was read. */
    endOtherSessions: ({ user, sessionId }: SignedIn): Promise<void> =>
      sessionList.endOtherSessions(user.id, sessionId, clock.now()),

    async endSession(user: User, sessionId: string): Promise<void> {
      if (!(await sessionList.endSession(user.id, sessionId, clock.now()))) throw new Problem('NOT_FOUND')
    },
  }
}

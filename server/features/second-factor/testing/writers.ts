import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now } from '#server/db/testing/writer.ts'
import { switchOffSecondFactorOf } from '#server/features/second-factor/second-factor-support.store.ts'
import { createSecondFactorStore } from '#server/features/second-factor/second-factor.store.ts'
import { hooks } from '#server/hooks.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const secondFactorWriters: WorldPart = {
  writers: [
    {
      name: 'a second factor switched on',
      prepare: (on) => createSecondFactorStore(on, noQueue, hooks).start('anna', secondFactor.secret, now),
      write: (on) => createSecondFactorStore(on, noQueue, hooks).switchOn(secondFactor),
    },
    {
      name: 'a recovery code used',
      prepare: (on) => haveSecondFactor(on),
      write: (on) => createSecondFactorStore(on, noQueue, hooks).useRecoveryCode('anna', hashOf('recovery-1'), now),
    },
    {
      name: 'new recovery codes',
      prepare: (on) => haveSecondFactor(on),
      write: (on) =>
        createSecondFactorStore(on, noQueue, hooks).renewRecoveryCodes('anna', [hashOf('recovery-3')], now),
    },
    {
      name: 'a second factor switched off',
      prepare: (on) => haveSecondFactor(on),
      write: (on) => createSecondFactorStore(on, noQueue, hooks).switchOff('anna', now),
    },
    {
      name: 'a second factor switched off by the support',
      prepare: (on) => haveSecondFactor(on),
      write: (on) => switchOffSecondFactorOf(on, 'anna@example.org', { by: 'jemand', at: now }),
    },
  ],
}

const secondFactor = {
  userId: 'anna',
  secret: Buffer.from('12345678901234567890'),
  period: 1,
  codeHashes: [hashOf('recovery-1'), hashOf('recovery-2')],
  sessionId: 'session-anna',
  at: now,
}

export async function haveSecondFactor(database: Database, at = now): Promise<void> {
  await createSecondFactorStore(database, noQueue, hooks).start('anna', secondFactor.secret, now)
  await createSecondFactorStore(database, noQueue, hooks).switchOn({ ...secondFactor, at })
}

import { randomUUID } from 'node:crypto'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { createAccountDeletionStore } from '#server/features/account-deletion/account-deletion.store.ts'
import { createAccountRemovalStore } from '#server/features/account-deletion/account-removal.store.ts'
import { accountByEmail } from '#server/features/auth/accounts.store.ts'
import { createPositionRemovalsStore } from '#server/features/history/position-removals.store.ts'
import { figureWords } from '#domain/account-deletion/figure-words.ts'
import { hooks } from '#server/hooks.ts'
import { germanTimeInWords } from '#domain/time/fix-time.ts'
import { createSecret } from '#server/platform/secrets.ts'

/** Deletes an account for its owner, who gets the same e-mails as after asking for it: from the product, when it runs. */
export const usersDelete: Command = {
  usage: 'E-MAIL E-MAIL [--now]   (die Adresse zweimal, oder einmal mit --yes)',
  summary: 'Beginnt die Löschung eines Kontos mit der Frist zum Behalten; mit --now sofort und endgültig.',
  async run({ database, clock, say }, args) {
    const { values, positionals } = parseWords(args, { now: { type: 'boolean' }, yes: { type: 'boolean' } })
    const email = addressIn(positionals, values.yes === true)
    const account = await accountByEmail(database, email)
    if (account === null || account.demo) throw new CommandProblem('Zu dieser E-Mail-Adresse gibt es kein Konto.')
    const now = clock.now()
    const { figures, inUse } = await createAccountDeletionStore(database, hooks).state(account.id, now)
    for (const words of figureWords(figures)) say(`  ${words}`)
    if (inUse.thefts.length > 0)
      say('Achtung: Ein Fahrzeug ist als gestohlen gemeldet, oder ein Link für die Polizei ist offen.')

    if (values.now === true) {
      const removal = { userId: account.id, reason: 'support', receiptId: randomUUID(), now } as const
      const removed = await createAccountRemovalStore(database, hooks).remove(removal)
      if (!removed) throw new CommandProblem('Das Konto gibt es nicht mehr.')
      say('Das Konto ist gelöscht. Der Beleg geht per E-Mail an die Adresse.')
      await createPositionRemovalsStore(database, hooks).workOff()
      return { deleted: true, figures }
    }
    const deletion = { id: randomUUID(), userId: account.id, secret: createSecret(), now }
    const begun = await createAccountDeletionStore(database, hooks).begin(deletion)
    if (begun === null) throw new CommandProblem('Die Löschung dieses Kontos läuft schon.')
    say(
      `Das Konto wird gelöscht am ${germanTimeInWords(begun)}. Sein Besitzer erfährt es per E-Mail und kann es behalten.`,
    )
    return { deletesAt: begun.toISOString(), figures }
  },
}

/** A mistyped address must not delete somebody else's account. */
function addressIn([email, again, ...rest]: readonly string[], isSure: boolean): string {
  if (email === undefined || rest.length > 0) throw new CommandProblem('Bitte eine E-Mail-Adresse zweimal nennen.')
  if (again === undefined && !isSure) {
    throw new CommandProblem('Bitte die E-Mail-Adresse zur Sicherheit zweimal nennen, oder --yes angeben.')
  }
  if (again !== undefined && again !== email) throw new CommandProblem('Die beiden E-Mail-Adressen sind verschieden.')
  return email
}

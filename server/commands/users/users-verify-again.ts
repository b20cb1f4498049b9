import { accountLimits } from '#contract/account/account-limits.ts'
import { registration } from '#contract/auth/registration.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { byOption, bySummary, operatorOf } from '#server/commands/operator.ts'
import { createAttempts } from '#server/db/transactions/attempts.ts'
import { resendVerification } from '#server/features/auth/account-support.store.ts'
import { accountByEmail, isFinished } from '#server/features/auth/accounts.store.ts'
import { randomId } from '#server/platform/ids.ts'

const { email: perAddress } = registration.resendVerification.limit.rules
const finished = 'Dieses Konto ist schon bestätigt. Ein neues Passwort fordert der Kunde selbst an.'
const unknown = 'Zu dieser E-Mail-Adresse gibt es kein Konto.'

export const usersVerifyAgain: Command = {
  usage: 'E-MAIL [--by NAME]',
  summary: [
    'Schickt die E-Mail noch einmal, mit der ein neuer Kunde seine Adresse bestätigt.',
    '',
    `Wie beim Kunden selbst höchstens alle ${accountLimits.resendCooldownSeconds} Sekunden, beide zusammen gezählt; der Link gilt ${accountLimits.emailTokenHours} Stunden.`,
    'Das laufende Produkt verschickt sie innerhalb einer Minute; „users show“ zeigt, was aus ihr wurde.',
    bySummary,
  ].join('\n'),
  async run({ database, clock, say, sudoUser }, args) {
    const { values, positionals } = parseWords(args, byOption)
    const [email, ...rest] = positionals
    if (email === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine E-Mail-Adresse nennen.')
    const by = operatorOf(values.by, sudoUser)
    const account = await accountByEmail(database, email)
    if (account === null) throw new CommandProblem(unknown)
    if (isFinished(account)) throw new CommandProblem(finished)
    const taken = await createAttempts(database, clock).take(perAddress, email.toLowerCase())
    if (!taken.allowed) {
      throw new CommandProblem(
        `An diese Adresse ging eben erst eine E-Mail. Die nächste geht in ${taken.retryAfterSeconds} Sekunden.`,
      )
    }
    const sent = await resendVerification(database, { id: randomId(), email, by, at: clock.now() })
    if (sent === null) throw new CommandProblem(unknown)
    if (sent === 'FINISHED') throw new CommandProblem(finished)
    say('Die E-Mail zur Bestätigung ist auf dem Weg.')
    return { sent: true }
  },
}

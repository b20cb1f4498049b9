import { accountLimits } from '#contract/account/account-limits.ts'
import { email as address } from '#contract/auth/auth.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { byOption, bySummary, operatorOf } from '#server/commands/operator.ts'
import { askForEmailChange, type ChangeAsked } from '#server/features/auth/account-support.store.ts'
import { randomId } from '#server/platform/ids.ts'

export const usersChangeEmail: Command = {
  usage: 'E-MAIL --to NEUE-E-MAIL [--by NAME]',
  summary: [
    'Trägt für ein Konto eine neue E-Mail-Adresse ein, die gilt, sobald ihr Postfach sie bestätigt.',
    '',
    'Vorher prüfen, dass die Person die Inhaberin des Kontos ist: Wer das neue Postfach liest, kann danach das Passwort ändern.',
    `An die neue Adresse geht ein Link, der ${accountLimits.emailTokenHours} Stunden gilt; die bisherige erfährt davon und kann mit „Das war ich nicht“ alles`,
    'beenden. Bis der Link geöffnet wird, ändert sich nichts; danach sind alle Browser abgemeldet.',
    bySummary,
  ].join('\n'),
  async run({ database, clock, say, sudoUser }, args) {
    const { values, positionals } = parseWords(args, { to: { type: 'string' }, ...byOption })
    const [email, ...rest] = positionals
    if (email === undefined || values.to === undefined || rest.length > 0) {
      throw new CommandProblem('Bitte eine E-Mail-Adresse nennen, und hinter --to die neue.')
    }
    const parsed = address.safeParse(values.to)
    if (!parsed.success) throw new CommandProblem('Die neue E-Mail-Adresse ist ungültig.')
    const change = {
      id: randomId(),
      email,
      newEmail: parsed.data,
      by: operatorOf(values.by, sudoUser),
      at: clock.now(),
    }
    const asked = await askForEmailChange(database, change)
    if (asked === null) throw new CommandProblem('Zu dieser E-Mail-Adresse gibt es kein Konto.')
    if (asked !== 'ASKED') throw new CommandProblem(refusals[asked])
    say(
      'Die neue Adresse gilt, sobald der Link geöffnet wird, der jetzt an sie geht. Die bisherige erhält eine Nachricht.',
    )
    return { asked: true }
  },
}

const refusals: Readonly<Record<Exclude<ChangeAsked, 'ASKED'>, string>> = {
  SAME: 'Das ist schon die E-Mail-Adresse dieses Kontos.',
  TAKEN: 'Die neue E-Mail-Adresse gehört schon zu einem anderen Konto.',
  DEMO: 'Die Adresse des Demokontos lässt sich nicht ändern.',
}

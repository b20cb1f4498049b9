import { type Command, type CommandContext, CommandProblem } from '#server/commands/command.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { byOption, operatorOf } from '#server/commands/operator.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { BySupport } from '#server/db/shared/support-log.ts'
import { disableAccount, enableAccount, unverifyAccount } from '#server/features/auth/account-support.store.ts'
import { switchOffSecondFactorOf } from '#server/features/second-factor/second-factor-support.store.ts'
import { hooks } from '#server/hooks.ts'

/** Returns null when there is no such account. */
type Change = (database: Database, email: string, support: BySupport) => Promise<boolean | null>

/** What the operator can do to one account, by its e-mail address. */
function userCommand(verb: string, change: Change, summary: string, done: string): Command {
  return {
    usage: 'E-MAIL [--by NAME]',
    summary,
    async run({ database, clock, say, sudoUser }: CommandContext, args) {
      const { values, positionals } = parseWords(args, byOption)
      const [email, ...rest] = positionals
      if (email === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine E-Mail-Adresse nennen.')
      const found = await change(database, email, { by: operatorOf(values.by, sudoUser), at: clock.now() })
      if (found === null) throw new CommandProblem('Zu dieser E-Mail-Adresse gibt es kein Konto.')
      say(done)
      return { done: verb }
    },
  }
}

export const usersDisable = userCommand(
  'disable',
  (database, email, support) => disableAccount(database, hooks, email, support),
  'Sperrt ein Konto und meldet alle seine Browser ab.',
  'Das Konto ist gesperrt, alle seine Browser sind abgemeldet.',
)
export const usersEnable = userCommand(
  'enable',
  enableAccount,
  'Hebt die Sperre eines Kontos auf.',
  'Das Konto ist wieder frei.',
)
export const usersUnverify = userCommand(
  'unverify',
  unverifyAccount,
  'Setzt beide Bestätigungen eines Kontos zurück: E-Mail-Adresse und IMEI.',
  'E-Mail-Adresse und IMEI des Kontos müssen neu bestätigt werden.',
)
export const usersSecondFactorOff = userCommand(
  'second-factor-off',
  async (database, email, support) => {
    const wasOn = await switchOffSecondFactorOf(database, email, support)
    if (wasOn === false)
      throw new CommandProblem('Für dieses Konto ist die Anmeldung in zwei Schritten nicht eingeschaltet.')
    return wasOn
  },
  'Schaltet die Anmeldung in zwei Schritten eines Kontos aus. Bitte vorher prüfen, wer das verlangt.',
  'Zur Anmeldung genügt wieder das Passwort; der Inhaber des Kontos erfährt es per E-Mail.',
)

import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { createMailer } from '#server/foundations.ts'

export const mailTest: Command = {
  usage: 'E-MAIL',
  summary: 'Schickt eine Test-E-Mail über den Mailserver der Einstellungen und sagt, was er geantwortet hat.',
  needsDatabase: false,
  async run({ settings, clock, say }, args) {
    const [to, ...rest] = parseWords(args, {}).positionals
    if (to === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine E-Mail-Adresse nennen.')
    if (settings.SMTP_URL === undefined) {
      throw new CommandProblem('Es ist kein Mailserver eingestellt: SMTP_URL fehlt. E-Mails liegen unter /dev/mail.')
    }
    const text = 'Diese E-Mail hat „mail test“ verschickt. Kommt sie an, so erreicht das Produkt seinen Mailserver.'
    const mailer = createMailer(settings, clock)
    try {
      await mailer.send(to, { subject: 'Wegwarte: Test-E-Mail', text, html: `<p>${text}</p>` })
    } catch (error) {
      throw new CommandProblem(`Nicht verschickt: ${reasonOf(error)}`, { cause: error })
    } finally {
      mailer.close()
    }
    say('Der Mailserver hat die E-Mail angenommen. Kommt sie nicht an, sagen sein Protokoll und der Spam-Ordner mehr.')
    return { sent: true }
  },
}

/** The mail server's own answer helps here, and its words are for the operator, not for a log. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unbekannter Fehler'
  if (error.name === 'AddressRefused') return 'Der Mailserver kennt diese Adresse nicht.'
  const code = 'code' in error ? String(error.code) : error.name
  return `${'response' in error ? String(error.response) : error.message} (${code}). Bitte SMTP_URL und MAIL_FROM prüfen.`
}

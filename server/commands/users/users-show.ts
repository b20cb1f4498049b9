import { germanTime } from '#domain/time/fix-time.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { logKey } from '#server/db/shared/log-key.ts'
import { type AccountForSupport, accountForSupport } from '#server/features/account/account-support.store.ts'
import { type MessageFate, messagesOf } from '#server/features/messages/messages-support.store.ts'
import { createPseudonyms } from '#server/platform/pseudonyms.ts'
import { readWorkAbout, type WorkAbout } from '#server/jobs/job-status.ts'

export const usersShow: Command = {
  usage: 'E-MAIL',
  summary: 'Zeigt für den Support, wie weit ein Konto ist, was ihm im Weg steht und was aus seinen E-Mails wurde.',
  async run({ database, clock, say }, args) {
    const [email, ...rest] = parseWords(args, {}).positionals
    if (email === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine E-Mail-Adresse nennen.')
    const account = await accountForSupport(database, email, clock.now())
    if (account === null) throw new CommandProblem('Zu dieser E-Mail-Adresse gibt es kein Konto.')
    const logName = createPseudonyms(await logKey(database)).user(account.id)
    const work = await readWorkAbout(database, [email.toLowerCase(), account.id])
    const messages = await messagesOf(database, account.id, clock.now())
    for (const line of [...accountLines(account), ...messageLines(messages), ...workLines(work)]) say(line)
    say(`Im Protokoll heißt dieses Konto ${logName} (user).`)
    return { account, messages, work, logName }
  },
}

function accountLines(account: AccountForSupport): string[] {
  return [
    `Konto seit ${germanTime(account.createdAt)}`,
    `E-Mail-Adresse: ${since('bestätigt', account.emailVerifiedAt)}`,
    `IMEI: ${since('bestätigt', account.imeiVerifiedAt)}`,
    `Passwort: ${since('festgelegt', account.passwordConfirmedAt)}`,
    ...(account.disabledAt === null
      ? []
      : [`GESPERRT seit ${germanTime(account.disabledAt)} (users enable hebt das auf)`]),
    ...(account.deletesAt === null ? [] : [`WIRD GELÖSCHT am ${germanTime(account.deletesAt)}`]),
    ...(account.emailReturnedAt === null
      ? []
      : [`Eine Alarm-E-Mail kam am ${germanTime(account.emailReturnedAt)} zurück: Bitte die Adresse prüfen lassen.`]),
    ...(account.hasPendingEmail ? ['Eine neue E-Mail-Adresse wartet auf ihre Bestätigung.'] : []),
    `Anmeldung in zwei Schritten: ${account.hasSecondFactor ? 'ja' : 'nein'}; Passkeys: ${account.passkeys}`,
    `Geräte: ${account.devices}; Lizenzen: ${account.licences}`,
    `Angemeldete Browser: ${account.sessions}; zuletzt benutzt: ${account.lastUsedAt === null ? 'nie' : germanTime(account.lastUsedAt)}`,
  ]
}

function since(done: string, at: Date | null): string {
  return at === null ? `noch nicht ${done}` : `${done} ${germanTime(at)}`
}

function messageLines(messages: readonly MessageFate[]): string[] {
  if (messages.length === 0) return ['Nachrichten: keine in den letzten zwei Wochen']
  return [
    'Nachrichten der letzten zwei Wochen, die neuesten zuerst:',
    ...messages.map(
      ({ kind, channel, state, tries, dueAt }) =>
        `  ${germanTime(dueAt)}  ${kind.padEnd(24)} ${wayWords[channel]}: ${fateWords[state]}${tries > 1 ? `, ${tries} Versuche` : ''}`,
    ),
  ]
}

const wayWords = { EMAIL: 'E-Mail', PUSH: 'Push', SMS: 'SMS', VOICE: 'Anruf', WEBHOOK: 'Webhook' } as const
const fateWords: Readonly<Record<MessageFate['state'], string>> = {
  QUEUED: 'wartet',
  SENDING: 'wird gerade verschickt',
  SENT: 'übergeben',
  DELIVERED: 'zugestellt',
  BOUNCED: 'endgültig abgelehnt: Die Adresse gibt es nicht',
  GONE: 'Diesen Browser gibt es nicht mehr',
  FAILED: 'aufgegeben',
  STOPPED: 'nicht mehr nötig',
  WITHHELD: 'zurückgehalten: zu viele',
}

function workLines(work: readonly WorkAbout[]): string[] {
  if (work.length === 0) return ['Andere E-Mails: keine in den letzten Tagen']
  return [
    'Andere E-Mails und Aufgaben der letzten Tage, die neuesten zuerst:',
    ...work.map(
      ({ queue, state, tries, createdAt, code }) =>
        `  ${germanTime(createdAt)}  ${queue.padEnd(24)} ${stateWords[state]}${tries > 1 ? `, ${tries} Versuche` : ''}${code === null ? '' : ` (${code})`}`,
    ),
  ]
}

const stateWords: Readonly<Record<WorkAbout['state'], string>> = {
  waiting: 'wartet',
  retrying: 'wird wieder versucht',
  active: 'läuft gerade',
  done: 'erledigt, dem Mailserver übergeben',
  refused: 'vom Mailserver endgültig abgelehnt: Die Adresse gibt es nicht',
  failed: 'aufgegeben (jobs retry versucht es wieder)',
}

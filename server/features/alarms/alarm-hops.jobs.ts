import type { Logger } from 'pino'
import * as z from 'zod'
import { alarmsLimits } from '#contract/alarms-limits.ts'
import type { HopState } from '#contract/alarms.ts'
import { phonesServerLimits } from '#contract/phones-limits.ts'
import { hourMs, minuteMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import { job, type Jobs, round } from '#server/jobs/jobs.ts'
import { whileRenewed } from '#server/mail/lease.ts'
import { AddressRefused, type Mailer, SendingDropped, SendingUnwanted } from '#server/mail/mailer.ts'
import { createSendingRound } from '#server/mail/sending-round.ts'
import { alarmLink } from './alarm-email.ts'
import { hopEmailIdOf, hopPhoneIdOf } from './alarm-email-id.ts'
import type { AlarmHopsStore, EmailHop, HopKey, PhoneHop } from './alarm-hops.store.ts'
import type { AlarmLinksStore } from './alarm-links.store.ts'
import { hopEmail } from './hop-email.ts'
import { hopSpeech, hopText } from './hop-message.ts'
import type { EmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { PhoneProvider } from '#server/phone/phone-provider.ts'
import { createSecret } from '#server/secrets.ts'

const alarmHops = round('alarm-hops')
/** The owner's phone is due as soon as an alarm is raised. */
export const alarmPhoneHops = round('alarm-phone-hops')
const alarmHopsDue = job('alarm-hops-due', z.object({}))

const { emailRetryHours, emailStuckMinutes, emailRunMinutes } = alarmsLimits
const { tries: mostTries, firstPauseMinutes, atOnce } = phonesServerLimits

interface Parts {
  hops: AlarmHopsStore
  messages: Pick<Messages, 'timeFirst'>
  links: Pick<AlarmLinksStore, 'add' | 'addForOwner'>
  contacts: Pick<EmergencyContactsStore, 'addLink'>
  mailer: Pick<Mailer, 'send'>
  /** Null where nobody sends text messages. */
  provider: PhoneProvider | null
  /** To all phones, of the whole installation. */
  phoneMessagesPerDay: number
  clock: Clock
  publicUrl: string
  log: Logger
}

/** What became of a message, and of one that is tried again, not before when. */
type Outcome = [state: HopState, retryAt?: Date]

/**
 * Sends the messages to emergency contacts and to phones that are due: looked for every minute, claimed one by one. A message
 * whose worker was killed is claimed again once it has surely gone. Returns how to wait for the e-mails that are still being sent.
 */
export function registerAlarmHopsJobs(
  jobs: Pick<Jobs, 'on' | 'every' | 'wake'>,
  parts: Parts,
): { settled(): Promise<void> } {
  const { hops, messages, clock } = parts
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const dueNow = () => ({ triedBefore: clock.now(), stuckBefore: ago(emailStuckMinutes * minuteMs) })
  const hasTimeSince = (begun: Date) => begun > ago(emailRunMinutes * minuteMs)

  const end = async (hop: HopKey, [state, retryAt]: Outcome): Promise<void> => {
    const isEnded = await hops.end(hop, state, clock.now(), retryAt)
    if (isEnded && state === 'SENT') await messages.timeFirst(hop)
  }

  const emails = createSendingRound<EmailHop>({
    begin: (triedBefore) => hops.beginEmail(clock.now(), { ...dueNow(), triedBefore }),
    async send(hop) {
      const [state, error] = await sendEmail(hop, parts)
      await end(hop, [state])
      if (error instanceof SendingDropped) throw error
    },
    now: () => clock.now(),
    runMs: emailRunMinutes * minuteMs,
  })
  jobs.on(alarmHops, emails.run)
  jobs.on(alarmPhoneHops, async () => {
    const due = dueNow()
    while (hasTimeSince(due.triedBefore)) {
      const begun = await beginSome(() => hops.beginByPhone(clock.now(), due, parts.phoneMessagesPerDay))
      if (begun.length === 0) return
      await Promise.all(begun.map(handOver))
    }
  })
  const handOver = async (hop: PhoneHop): Promise<void> => end(hop, await sendByPhone(hop, parts))
  jobs.every(alarmHopsDue, '* * * * *', async () => {
    await hops.correctTurns(clock.now())
    if (await hops.isAnyEmailDue(clock.now(), dueNow())) await jobs.wake(alarmHops)
    if (await hops.isAnyPhoneDue(clock.now(), dueNow())) await jobs.wake(alarmPhoneHops)
  })
  return { settled: emails.settled }
}

/** As many as are handed over at a time. */
async function beginSome(begin: () => Promise<PhoneHop | null>): Promise<PhoneHop[]> {
  const begun: PhoneHop[] = []
  while (begun.length < atOnce) {
    const hop = await begin()
    if (hop === null) return begun
    begun.push(hop)
  }
  return begun
}

async function sendEmail(hop: EmailHop, parts: Parts): Promise<[state: HopState, error?: unknown]> {
  const { hops, links, contacts, mailer, clock, publicUrl, log } = parts
  const { alarmId, number, contactId, dueAt } = hop
  const [answer, leave] = [createSecret(), createSecret()]
  await links.add({ tokenHash: answer.hash, alarmId, contactId }, clock.now())
  await contacts.addLink(contactId, leave.hash, clock.now())
  const message = hopEmail(hop, { alarm: answer.token, contact: leave.token }, publicUrl)
  const isWanted = async () => !(await hops.stopIfAnswered(hop, clock.now()))
  const sending = whileRenewed(
    () => hops.renew(hop, clock.now()),
    () => mailer.send(hop.email, message, { id: hopEmailIdOf(alarmId, number), isAlarm: true, isWanted }),
  )
  return sending.then(
    () => ['SENT'],
    (error: unknown) => {
      const name = error instanceof Error ? error.name : 'unknown'
      log.warn({ alarm: alarmId, error: name }, 'an e-mail to an emergency contact was not taken')
      if (error instanceof SendingUnwanted) return ['STOPPED']
      if (error instanceof AddressRefused) return ['BOUNCED', error]
      const isTooLate = clock.now().getTime() - dueAt.getTime() > emailRetryHours * hourMs
      return [isTooLate && !(error instanceof SendingDropped) ? 'FAILED' : 'QUEUED', error]
    },
  )
}

async function sendByPhone(
  hop: PhoneHop,
  { links, provider, clock, publicUrl, log }: Omit<Parts, 'hops' | 'messages'>,
): Promise<Outcome> {
  if (provider === null) return ['FAILED']
  const { alarmId, number, channel, phone, tries } = hop
  const token = channel === 'VOICE' ? null : await newToken(hop)
  // Its number is nobody's any more.
  if (channel !== 'VOICE' && token === null) return ['STOPPED']
  const text = token === null ? hopSpeech(hop) : hopText(hop, alarmLink(publicUrl, token))
  const outcome = await provider.send({ id: hopPhoneIdOf(alarmId, number, channel), channel, to: phone, text })
  if (outcome === 'TAKEN') return ['SENT']
  log.warn({ alarm: alarmId, tries, outcome }, 'a message to a phone was not taken')
  if (outcome === 'REFUSED' || tries >= mostTries) return ['FAILED']
  const pauseMs = firstPauseMinutes * 2 ** (tries - 1) * minuteMs
  return ['QUEUED', new Date(clock.now().getTime() + pauseMs)]

  /**
   * The token of a link: one more for each try, and all are valid, because a message that was taken after all may not be
   * known to be. Null if the owner is not reached there any more.
   */
  async function newToken({ contactId, ownerId: userId }: PhoneHop): Promise<string | null> {
    const { token, hash: tokenHash } = createSecret()
    const isAdded =
      contactId === null
        ? await links.addForOwner({ tokenHash, alarmId, reached: { userId, phone } }, clock.now())
        : await links.add({ tokenHash, alarmId, contactId }, clock.now())
    return isAdded ? token : null
  }
}

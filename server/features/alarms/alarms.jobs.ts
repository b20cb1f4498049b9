import type { Logger } from 'pino'
import * as z from 'zod'
import { alarmsLimits } from '#contract/alarms-limits.ts'
import { isCallForHelp, mayMeanTheft } from '#contract/alarms.ts'
import { minuteMs, hourMs } from '#contract/time-units.ts'
import { retainedSince } from '#domain/history/retention.ts'
import type { Clock } from '#server/clock.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { job, type Jobs, round } from '#server/jobs/jobs.ts'
import { whileRenewed } from '#server/mail/lease.ts'
import { AddressRefused, type Mailer, SendingDropped, SendingUnwanted } from '#server/mail/mailer.ts'
import { createSendingRound } from '#server/mail/sending-round.ts'
import { alarmPhoneHops } from './alarm-hops.jobs.ts'
import { alarmEmail, isAnswerable } from './alarm-email.ts'
import { emailIdOf } from './alarm-email-id.ts'
import { alarmMessage } from './alarm-messages.ts'
import type { AlarmEmail, AlarmEmailsStore } from './alarm-emails.store.ts'
import type { AlarmLinksStore, Reached } from './alarm-links.store.ts'
import { alarmPush } from './alarm-push.ts'
import type { AlarmsStore } from './alarms.store.ts'
import type { SilenceStore } from './silence.store.ts'
import { findSilences } from './silences.ts'
import type { PendingMovementsStore } from './pending-movements.store.ts'
import { raisePendingAlarms } from './pending-movements.ts'
import type { PlaceNames } from '#server/places/place-names.ts'
import { createSecret } from '#server/secrets.ts'

const alarmEmails = round('alarm-letters')
const alarmMailOverdue = job('alarm-mail-overdue', z.object({}))
const alarmPending = job('alarm-untold', z.object({}))
const alarmSilence = job('alarm-silence', z.object({}))
const alarmsExpire = job('alarms-expire', z.object({}))

/**
 * Has the messages of alarms sent at once. Whatever a lost wake-up leaves is found a minute later.
 * @param hasPhones somebody sends text messages: owners' phones are due at once.
 */
export function createAlarmNotifier(
  jobs: Pick<Jobs, 'wake'>,
  messages: Pick<Messages, 'wake'>,
  hasPhones: boolean,
): (alarmIds: readonly string[]) => void {
  const rounds = [alarmEmails, ...(hasPhones ? [alarmPhoneHops] : [])]
  return (alarmIds) => {
    if (alarmIds.length === 0) return
    void messages.wake()
    for (const kind of rounds) void jobs.wake(kind)
  }
}

/** Makes the links in e-mails about alarms; provided by the feature that knows accounts. */
export interface AccountLinks {
  ownRide(alarm: { userId: string; email: string; alarmId: string }): Promise<string | null>
}

/** Returns how to wait for the e-mails that are still being sent. */
export function registerAlarmsJobs(
  jobs: Pick<Jobs, 'on' | 'every'>,
  {
    alarms,
    emails,
    messages,
    links,
    silence,
    pendingMovements,
    mailer,
    clock,
    newId,
    notify,
    publicUrl,
    accountLinks,
    placeNames,
    log,
  }: {
    alarms: AlarmsStore
    emails: AlarmEmailsStore
    messages: Pick<Messages, 'push'>
    links: Pick<AlarmLinksStore, 'addForOwner' | 'addForReading'>
    silence: SilenceStore
    pendingMovements: PendingMovementsStore
    mailer: Pick<Mailer, 'send'>
    clock: Clock
    newId: () => string
    notify(alarmIds: readonly string[]): void
    publicUrl: string
    accountLinks: AccountLinks
    placeNames: Pick<PlaceNames, 'nameOf'>
    log: Logger
  },
): { settled(): Promise<void> } {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const isTooLate = (detectedAt: Date) => detectedAt < ago(alarmsLimits.emailRetryHours * hourMs)
  const dueNow = () => ({ triedBefore: clock.now(), stuckBefore: ago(alarmsLimits.emailStuckMinutes * minuteMs) })

  /** The token by which the owner answers. */
  const ownersLink = async (alarmId: string, reached: Reached): Promise<string | null> => {
    const { token, hash } = createSecret()
    return (await links.addForOwner({ tokenHash: hash, alarmId, reached }, clock.now())) ? token : null
  }

  /** The token by which the owner sees the alarm without signing in, where it may be a theft. */
  const readersLink = async ({ alarmId, kind, ...reached }: AlarmEmail): Promise<string | null> => {
    if (!mayMeanTheft(kind)) return null
    const { token, hash } = createSecret()
    const link = { tokenHash: hash, alarmId, reached }
    return (await links.addForReading(link, clock.now())) ? token : null
  }

  /** An alarm goes out without its link rather than not at all. */
  const answerLinkOf = async (email: AlarmEmail) => {
    if (!isAnswerable(email.kind) || email.isMissed) return null
    return accountLinks.ownRide(email).catch((error: unknown) => {
      log.warn({ alarm: email.alarmId, error: error instanceof Error ? error.name : 'unknown' }, 'an alarm has no link')
      return null
    })
  }

  const send = async (email: AlarmEmail): Promise<void> => {
    const { alarmId } = email
    // Where others wait for it, or worry.
    const asks = email.contactsFrom !== null || isCallForHelp(email.kind)
    const seen = asks ? await ownersLink(alarmId, email) : null
    const message = alarmEmail(email, publicUrl, {
      answer: await answerLinkOf(email),
      seen,
      where: await readersLink(email),
      placeName: email.place && (await placeNames.nameOf(email.place)),
    })
    const isWanted = async () => !(await emails.stopIfAnswered(alarmId, clock.now()))
    const sending = whileRenewed(
      () => emails.renew(alarmId, clock.now()),
      () => mailer.send(email.email, message, { id: emailIdOf(alarmId), isAlarm: true, isWanted }),
    )
    const [state, error] = await sending.then(
      () => ['SENT'] as const,
      (reason: unknown) => [stateAfter(reason, email), reason] as const,
    )
    if (state === 'STOPPED') return
    if (state !== 'SENT') {
      const name = error instanceof Error ? error.name : 'unknown'
      log.warn({ alarm: alarmId, error: name }, 'an e-mail was not taken')
    }
    await emails.end(alarmId, state, clock.now())
    if (error instanceof SendingDropped) throw error
  }
  const stateAfter = (error: unknown, { dueAt }: AlarmEmail) => {
    if (error instanceof AddressRefused) return 'BOUNCED'
    if (error instanceof SendingUnwanted) return 'STOPPED'
    return isTooLate(dueAt) && !(error instanceof SendingDropped) ? 'FAILED' : 'QUEUED'
  }
  const letters = createSendingRound<AlarmEmail>({
    begin: (triedBefore) => emails.begin(clock.now(), { ...dueNow(), triedBefore }),
    send,
    now: () => clock.now(),
    runMs: alarmsLimits.emailRunMinutes * minuteMs,
  })
  jobs.on(alarmEmails, letters.run)

  messages.push(alarmMessage, async ([alarmId], { owner, recipient: subscriptionId }) => {
    const alarm = await emails.read(alarmId, clock.now())
    if (alarm === null || owner === null || subscriptionId === null) return null
    const asks = alarm.contactsFrom !== null || isCallForHelp(alarm.kind)
    const answer = asks ? await ownersLink(alarmId, { userId: owner.userId, subscriptionId }) : null
    return alarmPush({ ...alarm, seenAt: alarm.happenedAt }, answer)
  })

  jobs.every(alarmMailOverdue, '* * * * *', async () => {
    const due = dueNow()
    notify(await emails.due(clock.now(), due))
  })

  jobs.every(alarmPending, '* * * * *', async () =>
    notify(await raisePendingAlarms(pendingMovements, newId, clock.now())),
  )

  jobs.every(alarmSilence, '*/5 * * * *', async () => notify(await findSilences(silence, newId, clock.now())))

  jobs.every(alarmsExpire, '*/15 * * * *', () => alarms.expire(retainedSince(clock.now())))
  return { settled: letters.settled }
}

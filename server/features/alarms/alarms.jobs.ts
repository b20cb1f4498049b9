import type { Logger } from 'pino'
import * as z from 'zod'
import { isCallForHelp, mayMeanTheft } from '#contract/alarms/alarms.ts'
import { retainedSince } from '#domain/history/retention.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { EmailContent, Unsent } from '#server/features/messages/contents.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { job, type Jobs, round } from '#server/jobs/jobs.ts'
import { alarmEmail, isAnswerable } from './emails/alarm-email.ts'
import { alarmMessage } from './emails/alarm-messages.ts'
import type { AlarmEmail, AlarmEmailsStore } from './emails/alarm-emails.store.ts'
import type { AlarmLinksStore, Reached } from './answers/alarm-links.store.ts'
import { alarmPush, batteryInDigest } from './emails/alarm-push.ts'
import { contactsWait } from './chain/chains.ts'
import type { AlarmsStore } from './alarms.store.ts'
import type { SilenceStore } from './guard/silence.store.ts'
import { findSilences } from './guard/silences.ts'
import type { PendingMovementsStore } from './guard/pending-movements.store.ts'
import { raisePendingAlarms } from './guard/pending-movements.ts'
import type { PlaceNames } from '#server/places/place-names.ts'
import { createSecret } from '#server/platform/secrets.ts'

/** Of a version before, whose names they are: it wakes the one, and both versions begin the other each minute. */
const alarmLetters = round('alarm-letters')
const alarmMailOverdue = job('alarm-mail-overdue', z.object({}))
const alarmPending = job('alarm-untold', z.object({}))
const alarmSilence = job('alarm-silence', z.object({}))
const alarmsExpire = job('alarms-expire', z.object({}))

/** Has the messages of alarms sent at once. Whatever a lost wake-up leaves is found a minute later. */
export function createAlarmNotifier(messages: Pick<Messages, 'wake'>): (alarmIds: readonly string[]) => void {
  return (alarmIds) => {
    if (alarmIds.length > 0) void messages.wake()
  }
}

/** Makes the links in e-mails about alarms; provided by the feature that knows accounts. */
export interface AccountLinks {
  ownRide(alarm: { userId: string; email: string; alarmId: string }): Promise<string | null>
}

export function registerAlarmsJobs(
  jobs: Pick<Jobs, 'on' | 'every'>,
  {
    alarms,
    emails,
    messages,
    links,
    silence,
    pendingMovements,
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
    messages: Pick<Messages, 'email' | 'push' | 'wake'>
    links: Pick<AlarmLinksStore, 'addForOwner' | 'addForReading'>
    silence: SilenceStore
    pendingMovements: PendingMovementsStore
    clock: Clock
    newId: () => string
    notify(alarmIds: readonly string[]): void
    publicUrl: string
    accountLinks: AccountLinks
    placeNames: Pick<PlaceNames, 'nameOf'>
    log: Logger
  },
): void {
  /** The token by which the owner answers. */
  const ownersLink = async (alarmId: string, reached: Reached): Promise<string | null> => {
    const { token, hash } = createSecret()
    return (await links.addForOwner({ tokenHash: hash, alarmId, reached }, clock.now())) ? token : null
  }

  /** The token by which the owner sees the alarm without signing in, where it may be a theft. */
  const readersLink = async ({ alarmId, kind, place, ...reached }: AlarmEmail): Promise<string | null> => {
    if (!mayMeanTheft(kind)) return null
    const { token, hash } = createSecret()
    const link = { tokenHash: hash, alarmId, reached, place }
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

  const emailContent = async (alarmId: string): Promise<EmailContent | Unsent | null> => {
    const alarm = await emails.read(alarmId, clock.now())
    if (alarm === null) return null
    const isAnswered = () => emails.isAnswered(alarmId, clock.now())
    if (await isAnswered()) return { unsent: 'STOPPED' }
    // Where others wait for it, or worry.
    const asks = alarm.contactsFrom !== null || isCallForHelp(alarm.kind)
    const seen = asks ? await ownersLink(alarmId, alarm) : null
    const consequence = await emails.consequenceOf(alarmId)
    return {
      to: alarm.email,
      email: alarmEmail(alarm, publicUrl, {
        answer: await answerLinkOf(alarm),
        seen,
        where: await readersLink(alarm),
        placeName: alarm.place && (await placeNames.nameOf(alarm.place)),
      }),
      isWanted: async () => !(await isAnswered()),
      consequence,
      ...(alarm.kind === 'LOW_BATTERY' && { inDigest: { ...batteryInDigest(alarm, publicUrl), consequence } }),
    }
  }
  messages.email(alarmMessage, ([alarmId]) => emailContent(alarmId), { whenBegun: contactsWait })

  messages.push(alarmMessage, async ([alarmId], { owner, recipient: subscriptionId }) => {
    const alarm = await emails.read(alarmId, clock.now())
    if (alarm === null || owner === null || subscriptionId === null) return null
    if (await emails.isAnswered(alarmId, clock.now())) return null
    const asks = alarm.contactsFrom !== null || isCallForHelp(alarm.kind)
    const answer = asks ? await ownersLink(alarmId, { userId: owner.userId, subscriptionId }) : null
    return alarmPush({ ...alarm, seenAt: alarm.happenedAt }, answer)
  })

  const takeOver = async () => {
    if ((await emails.takeOver(clock.now())) > 0) await messages.wake()
  }
  jobs.on(alarmLetters, takeOver)
  jobs.every(alarmMailOverdue, '* * * * *', takeOver)

  jobs.every(alarmPending, '* * * * *', async () =>
    notify(await raisePendingAlarms(pendingMovements, newId, clock.now())),
  )

  jobs.every(alarmSilence, '*/5 * * * *', async () => notify(await findSilences(silence, newId, clock.now())))

  jobs.every(alarmsExpire, '*/15 * * * *', () => alarms.expire(retainedSince(clock.now())))
}

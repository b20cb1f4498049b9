import type { Logger } from 'pino'
import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import { retainedSince } from '#domain/tracking.ts'
import type { Clock } from '#server/clock.ts'
import { job, type Jobs, round } from '#server/jobs/jobs.ts'
import { AddressRefused, type Mailer } from '#server/mail/mailer.ts'
import { alarmLetter } from './alarm-letter.ts'
import { letterIdOf } from './alarm-letter-id.ts'
import type { AlarmLettersStore } from './alarm-letters.store.ts'
import { alarmPush } from './alarm-push.ts'
import type { AlarmPushesStore, PushToSend } from './alarm-pushes.store.ts'
import type { AlarmsStore } from './alarms.store.ts'
import type { SilenceStore } from './silence.store.ts'
import { findSilences } from './silences.ts'
import type { UntoldStore } from './untold.store.ts'
import { tellUntold } from './untold.ts'
import type { Pusher, PushOutcome } from '#server/push/pusher.ts'

const alarmLetters = round('alarm-letters')
const alarmPushes = round('alarm-pushes')
const alarmMailOverdue = job('alarm-mail-overdue', z.object({}))
const alarmUntold = job('alarm-untold', z.object({}))
const alarmSilence = job('alarm-silence', z.object({}))
const alarmsExpire = job('alarms-expire', z.object({}))

const minuteMs = 60_000

/**
 * Sees to it that the letters and push messages of alarms go out. The log of alarms is their queue: a job works off what is
 * due there, and what could not be told to it now it is told a minute later.
 */
export function createTellOfAlarms(jobs: Pick<Jobs, 'send'>, log: Logger): (alarmIds: readonly string[]) => void {
  return (alarmIds) => {
    if (alarmIds.length === 0) return
    for (const kind of [alarmPushes, alarmLetters]) {
      jobs.send(kind, {}).catch((error: unknown) => {
        const name = error instanceof Error ? error.name : 'unknown'
        log.error({ error: name, job: kind.name }, 'the messages of alarms wait for the next minute')
      })
    }
  }
}

export function registerAlarmsJobs(
  jobs: Pick<Jobs, 'on' | 'every'>,
  {
    alarms,
    letters,
    pushes,
    silence,
    untold,
    mailer,
    pusher,
    clock,
    newId,
    tell,
    publicUrl,
    log,
  }: {
    alarms: AlarmsStore
    letters: AlarmLettersStore
    pushes: AlarmPushesStore
    silence: SilenceStore
    untold: UntoldStore
    mailer: Mailer
    pusher: Pusher
    clock: Clock
    newId: () => string
    tell(alarmIds: readonly string[]): void
    publicUrl: string
    log: Logger
  },
): void {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const isTooLate = (detectedAt: Date) => detectedAt < ago(limits.alarms.letterRetryHours * 60 * minuteMs)
  const dueNow = () => ({ triedBefore: clock.now(), lostBefore: ago(limits.alarms.letterLostMinutes * minuteMs) })
  const hasTimeSince = (begun: Date) => begun > ago(limits.alarms.letterRunMinutes * minuteMs)

  jobs.on(alarmLetters, async () => {
    const due = dueNow()
    while (hasTimeSince(due.triedBefore)) {
      const letter = await letters.begin(clock.now(), due)
      if (letter === null) return
      const { alarmId } = letter
      const state = await mailer.send(letter.email, alarmLetter(letter, publicUrl), { id: letterIdOf(alarmId) }).then(
        () => 'SENT' as const,
        (error: unknown) => {
          log.warn({ alarm: alarmId, error: error instanceof Error ? error.name : 'unknown' }, 'a letter was not taken')
          if (error instanceof AddressRefused) return 'BOUNCED'
          return isTooLate(letter.detectedAt) ? 'FAILED' : 'QUEUED'
        },
      )
      await letters.end(alarmId, state, clock.now())
    }
  })

  const push = async ({ alarm, subscriptionId, target }: PushToSend): Promise<void> => {
    const outcome = target === null ? 'GONE' : await pusher.send(target, alarmPush(alarm))
    if (outcome === 'GONE') await pushes.forget(subscriptionId)
    const isLate = outcome === 'LATER' && !isTooLate(alarm.detectedAt)
    await pushes.end(alarm.alarmId, subscriptionId, isLate ? 'QUEUED' : endOf[outcome], clock.now())
  }

  jobs.on(alarmPushes, async () => {
    const due = dueNow()
    while (hasTimeSince(due.triedBefore)) {
      const begun = await pushes.begin(clock.now(), due)
      if (begun.length === 0) return
      await Promise.all(begun.map(push))
    }
  })

  jobs.every(alarmMailOverdue, '* * * * *', async () => {
    const due = dueNow()
    tell([...(await letters.due(due)), ...(await pushes.due(due))])
  })

  jobs.every(alarmUntold, '* * * * *', async () => tell(await tellUntold(untold, newId, clock.now())))

  jobs.every(alarmSilence, '*/5 * * * *', async () => tell(await findSilences(silence, newId, clock.now())))

  jobs.every(alarmsExpire, '*/15 * * * *', () => alarms.expire(retainedSince(clock.now())))
}

const endOf = { TAKEN: 'SENT', GONE: 'GONE', REFUSED: 'FAILED', LATER: 'FAILED' } as const satisfies Record<
  PushOutcome,
  string
>

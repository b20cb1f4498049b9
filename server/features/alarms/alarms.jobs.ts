import type { Logger } from 'pino'
import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import { retainedSince } from '#domain/tracking.ts'
import type { Clock } from '#server/clock.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
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

const alarmMail = job('alarm-mail', z.object({ alarmId: z.string() }))
const alarmPushes = job('alarm-push', z.object({ alarmId: z.string() }))
const alarmMailOverdue = job('alarm-mail-overdue', z.object({}))
const alarmUntold = job('alarm-untold', z.object({}))
const alarmSilence = job('alarm-silence', z.object({}))
const alarmsExpire = job('alarms-expire', z.object({}))

const minuteMs = 60_000

/** Queues the letters and push messages of alarms. What cannot be queued now waits in the log, where it is found a few minutes later. */
export function createTellOfAlarms(jobs: Jobs, log: Logger): (alarmIds: readonly string[]) => void {
  return (alarmIds) => {
    for (const alarmId of alarmIds) {
      for (const kind of [alarmPushes, alarmMail]) {
        jobs.send(kind, { alarmId }).catch((error: unknown) => {
          const name = error instanceof Error ? error.name : 'unknown'
          log.error({ error: name, job: kind.name }, 'a message of an alarm was not queued')
        })
      }
    }
  }
}

export function registerAlarmsJobs(
  jobs: Jobs,
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
  },
): void {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const overdueSince = () => ago(limits.alarms.letterRetryMinutes * minuteMs)

  jobs.on(alarmMail, async ({ alarmId }) => {
    const letter = await letters.begin(alarmId, clock.now(), overdueSince())
    if (letter === null) return
    try {
      await mailer.send(letter.email, alarmLetter(letter, publicUrl), { id: letterIdOf(alarmId) })
    } catch (error) {
      const isTooLate = letter.detectedAt < ago(limits.alarms.letterRetryHours * 60 * minuteMs)
      await letters.end(alarmId, isTooLate ? 'FAILED' : 'QUEUED', clock.now())
      throw error
    }
    await letters.end(alarmId, 'SENT', clock.now())
  })

  jobs.on(alarmPushes, async ({ alarmId }) => {
    const begun = await pushes.begin(alarmId, clock.now(), overdueSince())
    if (begun === null) return
    const message = alarmPush(begun.alarm)
    const isTooLate = begun.alarm.detectedAt < ago(limits.alarms.letterRetryHours * 60 * minuteMs)
    const sendTo = async ({ subscriptionId, target }: PushToSend): Promise<boolean> => {
      const outcome = await pusher.send(target, message)
      if (outcome === 'GONE') await pushes.forget(subscriptionId)
      const isLate = outcome === 'LATER' && !isTooLate
      await pushes.end(alarmId, subscriptionId, isLate ? 'QUEUED' : endOf[outcome], clock.now())
      return isLate
    }
    const late = await Promise.all(begun.pushes.map(sendTo))
    if (late.includes(true)) throw new Error('a push service did not take a message')
  })

  jobs.every(alarmMailOverdue, '* * * * *', async () => {
    const overdue = [...(await letters.overdue(overdueSince())), ...(await pushes.overdue(overdueSince()))]
    tell([...new Set(overdue)])
  })

  jobs.every(alarmUntold, '* * * * *', async () => tell(await tellUntold(untold, newId, clock.now())))

  const listeningSince = clock.now()
  jobs.every(alarmSilence, '*/5 * * * *', async () =>
    tell(await findSilences(silence, newId, listeningSince, clock.now())),
  )

  jobs.every(alarmsExpire, '*/15 * * * *', () => alarms.expire(retainedSince(clock.now())))
}

const endOf = { TAKEN: 'SENT', GONE: 'GONE', REFUSED: 'FAILED', LATER: 'FAILED' } as const satisfies Record<
  PushOutcome,
  string
>

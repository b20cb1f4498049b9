import type { Logger } from 'pino'
import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import { pauseAt, silencePatienceMs } from '#domain/alarms.ts'
import { retainedSince } from '#domain/tracking.ts'
import type { Clock } from '#server/clock.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { alarmLetter } from './alarm-letter.ts'
import type { AlarmLettersStore } from './alarm-letters.store.ts'
import type { AlarmsStore } from './alarms.store.ts'
import type { SilenceStore } from './silence.store.ts'

const alarmMail = job('alarm-mail', z.object({ alarmId: z.string() }))
const alarmMailOverdue = job('alarm-mail-overdue', z.object({}))
const alarmSilence = job('alarm-silence', z.object({}))
const alarmsExpire = job('alarms-expire', z.object({}))

const minuteMs = 60_000

/** Queues the letters of alarms. One that cannot be queued now waits in the log, where it is found a few minutes later. */
export function createTellOfAlarms(jobs: Jobs, log: Logger): (alarmIds: readonly string[]) => void {
  return (alarmIds) => {
    for (const alarmId of alarmIds) {
      jobs.send(alarmMail, { alarmId }).catch((error: unknown) => {
        log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'the letter of an alarm was not queued')
      })
    }
  }
}

export function registerAlarmsJobs(
  jobs: Jobs,
  {
    alarms,
    letters,
    silence,
    mailer,
    clock,
    newId,
    tell,
    publicUrl,
  }: {
    alarms: AlarmsStore
    letters: AlarmLettersStore
    silence: SilenceStore
    mailer: Mailer
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
      await mailer.send(letter.email, alarmLetter(letter, publicUrl))
    } catch (error) {
      const isTooLate = letter.detectedAt < ago(limits.alarms.letterRetryHours * 60 * minuteMs)
      await letters.end(alarmId, isTooLate ? 'FAILED' : 'QUEUED', clock.now())
      throw error
    }
    await letters.end(alarmId, 'SENT', clock.now())
  })

  jobs.every(alarmMailOverdue, '* * * * *', async () => tell(await letters.overdue(overdueSince())))

  jobs.every(alarmSilence, '*/5 * * * *', async () => {
    const now = clock.now()
    const before = { THEFT: ago(silencePatienceMs('THEFT') ?? 0), BOTH: ago(silencePatienceMs('BOTH') ?? 0) }
    for (const deviceId of await silence.silent(before, now)) {
      const alarm = { id: newId(), deviceId, kind: 'SILENCE' as const, detectedAt: now, place: null, numberToday: null }
      const isTold = await silence.tell(alarm, before, (guard) => pauseAt(guard, now) === null)
      if (isTold) tell([alarm.id])
    }
  })

  jobs.every(alarmsExpire, '*/15 * * * *', () => alarms.expire(retainedSince(clock.now())))
}

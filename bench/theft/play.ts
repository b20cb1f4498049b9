import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { type Alarm, alarms } from '#contract/alarms/alarms.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { history } from '#contract/history/history.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import type { RecordedFix } from '#server/commands/simulate/gpx-recording.ts'
import type { Random } from '#bench/guard/receiver.ts'
import { send } from '#server/testing/client.ts'
import { watchArrivals } from './arrivals.ts'
import { judge, mailNameOf, type Outcome } from './judge.ts'
import type { Installation } from './installation.ts'
import type { Night } from './night.ts'
import { insist, settle, tokenIn } from './people.ts'
import { startReporting } from './tracker.ts'
import { wayOf } from './ways.ts'

/** Nobody waits longer for an alarm: a silent tracker is noted after three hours. */
const patienceMinutes = 200
/** The owner answers between the turns of both contacts. */
const answerAfterMinutes = 7
/** What is under way at the end of a night has this long, of the machine's seconds. */
const settlingSeconds = 60
/** Of the machine's seconds. */
const handoverSeconds = 3
const screenPauseMs = 200
/** How long before setting off an owner says so: on a busy machine, a call takes fast minutes. */
const announcedSeconds = 300
/** Fixes this close to where the vehicle stands may belong to its standing. */
const standingMetres = 200

const replies = {
  alarms: z.object({ data: alarms.list.reply }),
  states: z.object({ data: vehicles.states.reply }),
  dossier: z.object({ data: dossiers.show.reply }),
  history: z.object({ data: history.show.reply }),
}

/**
 * Plays a night: a vehicle is parked, guarded and taken, and people do what the night says.
 * @param how.lookOnMinutes how long is looked on after the alarm.
 * @param how.parkedSeconds how long it is parked before; as a rule as long as it takes to be known as parked.
 */
export async function play(
  installation: Installation,
  night: Night,
  { random, lookOnMinutes, parkedSeconds }: { random: Random; lookOnMinutes: number; parkedSeconds?: number },
): Promise<Outcome> {
  const { clock, times, url, mail } = installation
  const household = await settle(installation, night)
  const { owner } = household
  const way = wayOf(night, random, parkedSeconds)
  const startedAt = new Date(Math.ceil(clock.now().getTime() / secondMs) * secondMs)
  const instantOf = (second: number) => new Date(startedAt.getTime() + second * secondMs)
  const takenAt = instantOf(way.takenAt)
  const until = async (at: Date) => {
    while (clock.now() < at)
      await sleep(Math.max(1, Math.min(secondMs, (at.getTime() - clock.now().getTime()) / times)))
  }
  const later = (minutes: number) => new Date(clock.now().getTime() + minutes * minuteMs)
  const call = (method: string, path: string, body?: unknown) =>
    insist(() => send(url, method, path, { token: owner.token, ...(body !== undefined && { body }) }))
  const log = async (): Promise<Alarm[]> =>
    replies.alarms.parse((await call('GET', `/api/alarms/${owner.deviceId}`)).body).data.alarms

  const run = { isOver: false }
  const seen = watchArrivals(installation, household, run)
  const tracker = startReporting(installation, owner, night, { way, startedAt })
  const answers = { owner: lateAnswer(), contact: lateAnswer() }

  const ride = async () => {
    if (way.ownRideAt === null) return
    await until(instantOf(way.ownRideAt - announcedSeconds))
    await call('POST', `/api/alarms/${owner.deviceId}/pause`, { pause: 'RIDE' })
  }
  /** The first alarm of the theft on a screen, or that a tracker is silent, which no screen calls an alarm. */
  const onScreen = async (): Promise<Date | null> => {
    await until(takenAt)
    const patience = new Date(takenAt.getTime() + patienceMinutes * minuteMs)
    while (clock.now() < patience) {
      const { body } = await call('GET', '/api/vehicle-states')
      const [state] = replies.states.parse(body).data
      if (state?.condition.kind === 'ALARM') return clock.now()
      if (state?.condition.kind === 'UNWATCHED' && (await log()).some(({ kind }) => kind === 'SILENCE'))
        return clock.now()
      await sleep(screenPauseMs)
    }
    return null
  }
  const kill = async () => {
    const { killed, killedAt } = night
    if (killed === 'nothing') return
    if (killedAt === 'taken') await until(takenAt)
    else if ((await screen) === null) return
    if (killedAt === 'hops') await until(later(2))
    await installation.kill(killed)
  }
  const ownerAnswers = async () => {
    if (night.owner === 'sleeps' || (await screen) === null) return
    await until(later(answerAfterMinutes))
    const [alarm] = (await log()).filter(({ kind }) => kind !== 'FIRST').toReversed()
    const letter = mail.emails.find(({ messageId = '' }) => alarm && messageId.includes(`<${mailNameOf(alarm.id)}@`))
    const token = tokenIn(letter?.text ?? '', 'own-ride')
    if (token !== undefined) await call('POST', '/api/alarms/own-ride', { token })
    else await call('POST', `/api/alarms/${owner.deviceId}/acknowledge`, { alarmId: alarm?.id })
    answers.owner.at = clock.now()
  }
  const contactActs = async () => {
    if (night.contacts !== 'answers' && night.contacts !== 'leaves') return
    const text = await seen.firstHop
    if (text === null) return
    if (night.contacts === 'answers') {
      const token = tokenIn(text, 'alarm')
      await insist(() => send(url, 'POST', '/api/alarms/linked/answer', { token }))
      answers.contact.at = clock.now()
    } else {
      const token = tokenIn(text, 'emergency-contact')
      await insist(() => send(url, 'POST', '/api/emergency-contacts/invitation/leave', { token }))
    }
  }

  /** The owner reports the theft since when the product suggests it; null where it suggests nothing. */
  const firstOfDossier = async () => {
    const path = `/api/dossier/${owner.deviceId}`
    const { beganAt } = replies.dossier.parse((await call('GET', path)).body).data
    if (beganAt === null) return null
    const stated = await call('POST', `${path}/state`, { state: 'STOLEN', since: beganAt })
    const { oldestPositionAt } = replies.dossier.parse(stated.body).data
    return oldestPositionAt === null ? null : new Date(oldestPositionAt)
  }

  const screen = onScreen()
  const others = Promise.all([ride(), kill(), ownerAnswers(), contactActs()])
  const onScreenAt = await screen
  if (onScreenAt !== null) await until(later(lookOnMinutes))
  await tracker.end()
  await untilSettled(log, () => clock.now())
  run.isOver = true
  await others

  const found = await log()
  const firstPositionAt = await firstOfDossier()
  const range = new URLSearchParams({ start: startedAt.toISOString(), end: clock.now().toISOString() }).toString()
  const stored = replies.history.parse(
    (await call('GET', `/api/tracking/history/${owner.deviceId}?${range}`)).body,
  ).data
  return judge({
    takenAt,
    readAt: clock.now(),
    handoverMs: handoverSeconds * secondMs * times,
    ownerAnsweredAt: answers.owner.at,
    contactAnsweredAt: answers.contact.at,
    onScreenAt,
    firstPositionAt,
    mails: seen.mails,
    pushes: seen.pushes,
    alarms: found,
    acknowledged: onTheWay(tracker.acknowledged, takenAt).map(({ recordedAt }) => recordedAt),
    stored: 'positions' in stored ? stored.positions.map(({ recordedAt }) => new Date(recordedAt)) : [],
  })
}

/** Of the theft; of where a vehicle stands, only the first and the last position are kept. */
function onTheWay(fixes: readonly RecordedFix[], takenAt: Date): readonly RecordedFix[] {
  const stands = [fixes.findLast(({ recordedAt }) => recordedAt <= takenAt), fixes.at(-1)].filter(
    (fix) => fix !== undefined,
  )
  const since = fixes.filter(({ recordedAt }) => recordedAt > takenAt)
  return since.filter((fix) => stands.every((stand) => distanceMetres(stand, fix) > standingMetres))
}

const lateAnswer = (): { at: Date | null } => ({ at: null })

/** Until nothing that is due waits any more, or nobody would believe that it still comes. */
async function untilSettled(log: () => Promise<Alarm[]>, now: () => Date): Promise<void> {
  for (let waitedMs = 0; waitedMs < settlingSeconds * secondMs; waitedMs += screenPauseMs) {
    const found = await log()
    const messages = found.flatMap(({ letter, pushes, hops }) => [
      letter,
      ...pushes.map(({ state }) => ({ state, dueAt: null })),
      ...hops,
    ])
    const isUnderWay = messages.some(
      ({ state, dueAt }) => state === 'SENDING' || (state === 'QUEUED' && (dueAt === null || new Date(dueAt) <= now())),
    )
    if (!isUnderWay) return
    await sleep(screenPauseMs)
  }
}

import type { Logger } from 'pino'
import { minuteMs } from '#contract/base/time-units.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { believedUntil, retainedSince } from '#domain/history/retention.ts'
import { messagesAbout, type RetainedMessage } from '#domain/mqtt/home-assistant.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import { type Jobs, round } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSendingRound } from '#server/mail/sending-round.ts'
import type { Clock } from '#server/platform/clock.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import { mqttEmail } from './mqtt-email.ts'
import { mqttMail } from './mqtt-mail.ts'
import type { PublishToBroker } from './mqtt-publish.ts'
import type { ClaimedBroker, MqttStore } from './mqtt.store.ts'

/** Each minute, and when a broker was entered. */
export const mqttRound = round('mqtt-brokers')

interface Parts {
  store: MqttStore
  publish: PublishToBroker
  devices: Pick<DevicesStore, 'list'>
  positions: Pick<PositionsStore, 'latest'>
  mailer: Pick<Mailer, 'send'>
  links: Pick<MailedLinks, 'wayOut'>
  clock: Clock
  log: Logger
}

/**
 * Publishes the newest state of vehicles to the brokers of their owners, read when a connection can begin: a broker that was away
 * gets what is true then. Ten at a time, so one that hangs holds up nobody.
 */
export function registerMqttJobs(jobs: Pick<Jobs, 'on' | 'every'>, parts: Parts): void {
  const { store, publish, devices, positions, mailer, links, clock, log } = parts

  const stateOf = async ({ userId, deviceIds }: ClaimedBroker): Promise<RetainedMessage[]> => {
    const now = clock.now()
    const alarmed = await store.alarmed(deviceIds, now)
    const messages: RetainedMessage[] = []
    const own = await devices.list(userId, now)
    for (const { id: deviceId, deviceName: name, battery } of own.filter(({ id }) => deviceIds.includes(id))) {
      const position = await positions.latest(deviceId, { since: retainedSince(now), until: believedUntil(now) })
      messages.push(
        ...messagesAbout({
          deviceId,
          name,
          battery: battery?.percent ?? null,
          hasAlarm: alarmed.has(deviceId),
          place: position && { ...position, accuracy: position.accuracy ?? null },
        }),
      )
    }
    return messages
  }

  const sending = createSendingRound<ClaimedBroker>({
    begin: () => store.begin(clock.now()),
    async send(broker) {
      const failure = await publish(broker, await stateOf(broker)).catch((error: unknown) => {
        log.warn(errorFields(error), 'the state of vehicles was not published')
        return 'UNREACHABLE' as const
      })
      await store.end(broker, failure, clock.now())
    },
    now: () => clock.now(),
    runMs: messagesServerLimits.runMinutes * minuteMs,
  })
  jobs.every(mqttRound, '* * * * *', sending.run)

  jobs.on(mqttMail, async ({ userId }, id) => {
    const owner = await store.ownerOf(userId)
    if (owner === null) return
    const { email, host, savedAt } = owner
    await mailer.send(email, mqttEmail(host, await links.wayOut(userId, email, savedAt)), { id })
  })
}

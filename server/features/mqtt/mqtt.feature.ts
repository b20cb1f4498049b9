import type { Foundations } from '#server/foundations.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import { type Reach, whyUnreachable } from '#server/platform/outgoing/internet-address.ts'
import { createPublishToBroker } from './mqtt-publish.ts'
import { mqttRound, registerMqttJobs } from './mqtt.jobs.ts'
import { registerMqttRoutes } from './mqtt.routes.ts'
import { createMqttService } from './mqtt.service.ts'
import { createMqttStore } from './mqtt.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'mailer' | 'jobs' | 'api' | 'log'>

interface Neighbours {
  devices: { store: Pick<DevicesStore, 'list'> }
  history: { positions: Pick<PositionsStore, 'latest'> }
  links: Pick<MailedLinks, 'wayOut'>
  /** Where brokers may be. */
  reach: Reach
}

export function buildMqtt(
  { database, clock, mailer, jobs, api, log }: Needs,
  { devices, history, links, reach }: Neighbours,
): void {
  const store = createMqttStore(database, jobs)
  const wake = () => jobs.wake(mqttRound)
  registerMqttRoutes(
    api,
    createMqttService({ store, wake, whyUnreachable: (url) => whyUnreachable(url, reach), clock }),
  )
  const publish = createPublishToBroker(reach)
  const { positions } = history
  registerMqttJobs(jobs, { store, publish, devices: devices.store, positions, mailer, links, clock, log })
}

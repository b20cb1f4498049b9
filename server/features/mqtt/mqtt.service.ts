import type { Unreachable } from '#server/platform/outgoing/internet-address.ts'
import type { MqttBroker, MqttEntry } from '#contract/mqtt/mqtt.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Clock } from '#server/platform/clock.ts'
import { brokerAddress } from './mqtt-publish.ts'
import type { MqttStore, StoredBroker } from './mqtt.store.ts'

export type MqttService = ReturnType<typeof createMqttService>

interface Parts {
  store: Pick<MqttStore, 'find' | 'owns' | 'save' | 'remove'>
  /** Has it published at once. */
  wake(): Promise<void>
  /** Why an address may not be called; null: it may. */
  whyUnreachable(url: string): Promise<Unreachable | null>
  clock: Clock
}

const problemOf = { form: 'MQTT_ADDRESS', private: 'ADDRESS_PRIVATE', unknown: 'ADDRESS_UNKNOWN' } as const

/** Which broker keeps the state of an owner's vehicles. */
export function createMqttService({ store, wake, whyUnreachable, clock }: Parts) {
  return {
    async find(userId: string): Promise<MqttBroker | null> {
      const found = await store.find(userId)
      return found && brokerOf(found)
    },

    async save({ user, sessionId }: SignedIn, { deviceIds: chosen, ...broker }: MqttEntry): Promise<MqttBroker> {
      const deviceIds = [...new Set(chosen)]
      if (!(await store.owns(user.id, deviceIds))) throw new Problem('FORBIDDEN')
      const reason = await whyUnreachable(brokerAddress(broker))
      if (reason !== null) throw new Problem(problemOf[reason])
      const by = { userId: user.id, sessionId, at: clock.now() }
      const saved = await store.save({ ...broker, deviceIds }, by)
      if (saved === 'signed out') throw new Problem('UNAUTHORIZED')
      if (saved === 'foreign') throw new Problem('FORBIDDEN')
      await wake()
      return brokerOf(saved)
    },

    async remove(userId: string): Promise<void> {
      if (!(await store.remove({ userId, at: clock.now() }))) throw new Problem('NOT_FOUND')
    },
  }
}

function brokerOf({ password: _secret, publishedAt, ...broker }: StoredBroker): MqttBroker {
  return { ...broker, publishedAt: publishedAt?.toISOString() ?? null }
}

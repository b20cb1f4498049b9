import type { Hooks } from '#server/db/transactions/hooks.ts'

export const mqttHooks: Partial<Hooks> = {
  /** Somebody else may have entered it: its owner looks at it, and enters it again. */
  async credentialsChanged(writing, { userId }) {
    await writing.updateTable('mqtt_brokers').set({ paused: true }).where('user_id', '=', userId).execute()
  },

  /** Somebody else may have arranged to see the vehicles. */
  async accountSecured(writing, { userId }) {
    await writing.deleteFrom('mqtt_brokers').where('user_id', '=', userId).execute()
  },
}

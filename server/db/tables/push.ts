import type { Generated } from 'kysely'

export interface PushTables {
  /** One row: the keys by which push services recognise the sender. */
  push_keys: { single: Generated<boolean>; public_key: Buffer; private_key: Buffer }
  /** Browsers that get notifications of alarms, each as long as its session lasts. */
  push_subscriptions: {
    id: string
    user_id: string
    session_id: string
    endpoint: string
    public_key: Buffer
    secret: Buffer
    created_at: Date
  }
}

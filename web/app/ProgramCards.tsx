import { MqttCard } from '#web/features/mqtt/MqttCard.tsx'
import { WebhooksCard } from '#web/features/webhooks/WebhooksCard.tsx'

/** What is sent to programs. Loaded together, once the rest of the screen is there. */
export function ProgramCards() {
  return (
    <>
      <WebhooksCard />
      <MqttCard />
    </>
  )
}

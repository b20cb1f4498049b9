import { choiceOf, messageTopics, type WishesOfVehicle } from '#contract/messages/message-wishes.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { wishesTexts as texts } from './texts.ts'
import { WishMatrix } from './WishMatrix.tsx'

interface Props {
  vehicle: WishesOfVehicle
  /** How the owner's phone is reached; null if there is none. */
  phone: PhoneChannel | null
}

/** Which messages about a vehicle of one's own go which way. */
export function VehicleWishes({ vehicle, phone }: Props) {
  const ways = [
    { channel: 'EMAIL', name: texts.channels.EMAIL } as const,
    { channel: 'PUSH', name: texts.channels.PUSH } as const,
    ...(phone === null ? [] : [{ channel: 'PHONE' as const, name: texts.phones[phone] }]),
  ]
  const topics = messageTopics.map((topic) => ({ topic, ...texts.topics[topic] }))
  return (
    <Card title={vehicle.deviceName}>
      <WishMatrix vehicle={vehicle} topics={topics} ways={ways} choiceOf={choiceOf} />
    </Card>
  )
}

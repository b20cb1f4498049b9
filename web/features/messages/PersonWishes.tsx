import {
  choiceOfPerson,
  personChannels,
  personTopics,
  type WishesOfVehicle,
} from '#contract/messages/message-wishes.ts'
import { messages } from '#contract/messages/messages.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { paths, pushPlace } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { wishesTexts as texts } from './texts.ts'
import { WishMatrix } from './WishMatrix.tsx'

const topics = personTopics.map((topic) => ({ topic, ...texts.others.topics[topic] }))
const ways = personChannels.map((channel) => ({ channel, name: texts.channels[channel] }))

/** Which alarms of somebody else's vehicle come which way, where it is shown to who is invited. */
export function PersonWishes({ deviceId }: { deviceId: string }) {
  const { data, error, isFetching, refetch } = useCall(messages.wishes, {}, { staleTime: 0 })
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const vehicle = data.others?.find((one) => one.deviceId === deviceId)
  // Where an answer from before they accepted is kept, the next one says more.
  if (vehicle === undefined && isFetching) return <Small>{texts.loading}</Small>
  // They are not invited any more, as the list of vehicles says with its next answer; or it is a server of a version before, for whom
  // invited people choose nothing.
  if (vehicle === undefined) return null
  return (
    <Stack gap={2}>
      <WishesOfPerson vehicle={vehicle} />
      <Link to={`${paths.messageWishes}#${pushPlace}`}>{texts.push}</Link>
    </Stack>
  )
}

/** The same, once it is known. */
export function WishesOfPerson({ vehicle }: { vehicle: WishesOfVehicle }) {
  return (
    <Stack gap={2}>
      <Small>{texts.others.lead}</Small>
      <WishMatrix vehicle={vehicle} topics={topics} ways={ways} choiceOf={choiceOfPerson} />
    </Stack>
  )
}

import { devices } from '#contract/devices/devices.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { lazyExtra } from '#web/browser/lazy-with-retry.ts'
import { alarmTexts } from '#web/features/alarms/texts.ts'
import { OthersVehicles } from '#web/features/people/OthersVehicles.tsx'
import { peopleTexts } from '#web/features/people/texts.ts'
import { VehiclePeople } from '#web/features/people/VehiclePeople.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

const PersonWishes = lazyExtra(async () => (await import('#web/features/messages/PersonWishes.tsx')).PersonWishes)

/** /people: who else sees the own vehicles, and which vehicles of others the user sees. */
export function PeoplePage() {
  const own = useCall(devices.list, {})
  const isDemo = useSession().user?.demo === true
  return (
    <Page title={peopleTexts.page}>
      {isDemo ? (
        <Card title={peopleTexts.own.list}>
          <Small>{peopleTexts.own.demo}</Small>
        </Card>
      ) : (
        own.data?.map((device) => <VehiclePeople key={device.id} device={device} />)
      )}
      <OthersVehicles kindWords={alarmTexts.log.kinds} wishes={PersonWishes} />
    </Page>
  )
}

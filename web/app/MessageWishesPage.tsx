import { useRef } from 'react'
import { messages } from '#contract/messages/messages.ts'
import { phones } from '#contract/phones/phones.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { paths, pushPlace } from '#web/browser/paths.ts'
import { useArrival } from '#web/browser/use-arrival.ts'
import { DigestCard } from '#web/features/messages/Digest.tsx'
import { WishesOfPerson } from '#web/features/messages/PersonWishes.tsx'
import { QuietHoursCard } from '#web/features/messages/QuietHours.tsx'
import { wishesTexts as texts } from '#web/features/messages/texts.ts'
import { VehicleWishes } from '#web/features/messages/VehicleWishes.tsx'
import { PushPanel } from '#web/features/push/PushPanel.tsx'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'

/** /messages/wishes: which messages about which vehicle go which way, and when none may come, or those that can wait. */
export function MessageWishesPage() {
  const isDemo = useSession().user?.demo === true
  const hasPhones = useConfig()?.phones === true
  return (
    <Page title={texts.title} lead={isDemo ? texts.demo : texts.lead} width="reading">
      <div>
        <ButtonLink kind="secondary" to={paths.messages}>
          {texts.inbox}
        </ButtonLink>
      </div>
      {!isDemo && (hasPhones ? <WithPhone /> : <Wishes phone={null} />)}
    </Page>
  )
}

function WithPhone() {
  return <Wishes phone={useCall(phones.show).data?.phone?.channel ?? null} />
}

function Wishes({ phone }: { phone: PhoneChannel | null }) {
  const { data, error, isFetching, refetch } = useCall(messages.wishes)
  if (data === undefined) {
    if (error === null) return <Skeleton lines={4} label={texts.loading} />
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const others = data.others ?? []
  return (
    <>
      {data.vehicles.length === 0 && others.length === 0 && <p>{texts.none}</p>}
      {data.vehicles.map((vehicle) => (
        <VehicleWishes key={vehicle.deviceId} vehicle={vehicle} phone={phone} />
      ))}
      {others.map((vehicle) => (
        <Card key={vehicle.deviceId} title={texts.others.title(vehicle.deviceName)}>
          <WishesOfPerson vehicle={vehicle} />
        </Card>
      ))}
      <QuietHoursCard stored={data.quietHours} />
      <DigestCard stored={data.digestAt ?? null} />
      <PushCard />
    </>
  )
}

function PushCard() {
  const place = useRef<HTMLDivElement>(null)
  useArrival(place, pushPlace)
  return (
    <div ref={place} id={pushPlace}>
      <Card label={texts.push}>
        <PushPanel />
      </Card>
    </div>
  )
}

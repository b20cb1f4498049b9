import { type ReactNode, Suspense, useDeferredValue } from 'react'
import { useConfig } from '#web/api/calls/config.ts'
import { useUser } from '#web/api/session/session.ts'
import { greetingAt } from '#domain/time/greeting.ts'
import { inOrder } from '#domain/vehicles/vehicle-order.ts'
import { useVehicleStates } from './use-vehicle-states.ts'
import { useNow } from '#web/browser/clock.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { EmptyState, LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatTime, formatWeekday } from '#web/texts/formats.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { lazyExtra } from '#web/browser/lazy-with-retry.ts'
import { paths } from '#web/browser/paths.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { useIsWide } from '#web/browser/use-is-wide.ts'
import { AroundLinks } from '#web/features/dashboard/AroundLinks.tsx'
import styles from './DashboardPage.module.css'
import { QuickLinks } from '#web/features/dashboard/QuickLinks.tsx'
import { Samples } from '#web/features/dashboard/Samples.tsx'
import { WarningsHere } from '#web/features/weather/WarningsHere.tsx'
import { dashboardTexts as texts } from '#web/features/dashboard/texts.ts'
import { OtherVehicles } from '#web/features/vehicles/OtherVehicles.tsx'
import { TaskList } from '#web/features/vehicles/TaskList.tsx'
import { vehicleTexts } from '#web/features/vehicles/texts.ts'
import { VehicleCard } from '#web/features/vehicles/VehicleCard.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

const clockMs = 60_000

/** /dashboard: how one's vehicles are, what needs doing, and what is around. Its sample figures come last, and say so. */
export function DashboardPage() {
  const now = useNow(clockMs)
  const states = useVehicleStates()
  // Drawn bit by bit: a phone answers a tap in between.
  const known = useDeferredValue(states.data)
  const vehicles = known === undefined ? null : inOrder(known, (state) => state)
  return (
    <Page title={texts.title}>
      <Greeting now={now} />
      <div className={styles.columns}>
        <Stack gap={3}>
          {vehicles === null ? (
            <OnTheirWay {...states} />
          ) : (
            <Vehicles vehicles={vehicles} now={now} answered={states} />
          )}
          <Suspense>
            <SharedVehicles />
          </Suspense>
        </Stack>
        <Stack gap={3}>
          {vehicles?.length === 0 && <AroundLinks />}
          <AroundOf vehicles={vehicles} />
          <WarningsOf vehicles={vehicles} now={now} />
          <QuickLinks />
        </Stack>
      </div>
      <Samples>
        <SampleCards />
      </Samples>
    </Page>
  )
}

function Greeting({ now }: { now: Date }) {
  const user = useUser()
  return (
    <div className={styles.greeting}>
      <h2 className={styles.hello}>
        {greetingAt(now.toISOString())}, {user?.email ?? 'Benutzer'}
      </h2>
      <Small>
        {formatWeekday(now)} · <time dateTime={now.toISOString()}>{formatTime(now)}</time> Uhr
      </Small>
    </div>
  )
}

type Shown = Exclude<ReturnType<typeof useVehicleStates>['data'], undefined>

interface VehiclesProps {
  vehicles: Shown
  now: Date
  answered: { dataUpdatedAt: number }
}

function Vehicles({ vehicles, now, answered }: VehiclesProps): ReactNode {
  const config = useConfig()
  const [first, ...others] = vehicles
  if (first === undefined) {
    return (
      <EmptyState
        title={vehicleTexts.none}
        actions={<ButtonLink to={paths.devices}>{vehicleTexts.toDevices}</ButtonLink>}
      >
        {vehicleTexts.noneHint}
      </EmptyState>
    )
  }
  return (
    <>
      <VehicleCard key={first.deviceId} vehicle={first} basemap={config?.map ?? null} now={now} answered={answered} />
      <AroundLinks />
      <OtherVehicles vehicles={others} now={now} />
      <TaskList vehicles={vehicles} now={now} />
    </>
  )
}

function OnTheirWay({
  isError,
  isFetching,
  refetch,
}: Pick<ReturnType<typeof useVehicleStates>, 'isError' | 'isFetching' | 'refetch'>) {
  if (isError) return <LoadFailure title={vehicleTexts.failed} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <div className={styles.place}>
      <Skeleton lines={0} label={vehicleTexts.loading} />
    </div>
  )
}

/** What is around the first vehicle, in a window that has room for it: on a phone „Was ist um mich?“ leads to the map. */
function AroundOf({ vehicles }: { vehicles: Shown | null }) {
  const isWide = useIsWide()
  const config = useConfig()
  const [first] = vehicles ?? []
  if (!isWide || (vehicles !== null && (first === undefined || first.position === null))) return null
  return (
    <div className={styles.around}>
      <Suspense fallback={<Skeleton lines={0} />}>
        {first?.position && <AroundPicture place={first.position} basemap={config?.map ?? null} />}
      </Suspense>
    </div>
  )
}

const SampleCards = lazyExtra(async () => (await import('./SampleCards.tsx')).SampleCards)

const SharedVehicles = lazyExtra(async () => (await import('#web/features/people/SharedVehicles.tsx')).SharedVehicles)

const AroundPicture = lazyExtra(async () => (await import('#web/features/pois/near/AroundPicture.tsx')).AroundPicture)

/** The warnings where the first vehicle is; nothing where nobody knows where that is. */
function WarningsOf({ vehicles, now }: { vehicles: Shown | null; now: Date }) {
  const [first] = vehicles ?? []
  if (vehicles !== null && (first === undefined || first.position === null)) return null
  return <WarningsHere ids={first?.weatherWarnings ?? null} now={now} />
}

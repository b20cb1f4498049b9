import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { devices } from '#contract/devices/devices.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { nextSetUpScreen, type SetUpScreen } from '#domain/vehicles/setup.ts'
import { stepAt } from './addresses.ts'
import { Finished } from './Finished.tsx'
import { hasUnreceivedTest } from './unreceived-test.ts'
import { SetUpFrame } from './SetUpFrame.tsx'
import { type SetUpSubject, subjectOf } from './subject.ts'
import { setUpTexts as texts } from './texts.ts'
import { TrackerStep } from './TrackerStep.tsx'
import { VehicleStep } from './VehicleStep.tsx'
import { queryClient, useCall } from '#web/api/queries/queries.ts'
import { useLiveEvents } from '#web/api/queries/use-live-events.ts'
import { createRested } from '#web/app/tracking/rested.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { EmptyState, LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { whenIdle } from '#web/browser/when-idle.ts'
import { paths } from '#web/browser/paths.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'

/** The tracker's first sign is on the screen within two seconds. */
const rest = { factor: 2, leastMs: 500, mostMs: 5_000 }
/** If no stream announces changes. */
const everyMs = 10_000

const loadLaterStep = async () => (await import('./LaterStep.tsx')).LaterStep
const LaterStep = lazyWithRetry(loadLaterStep)

/** /einrichten: the five steps from a tracker in its box to a vehicle that is guarded. */
export function SetUpPage() {
  const own = useCall(devices.list, {}, { refetchInterval: everyMs })
  const states = useCall(vehicles.states, {}, { refetchInterval: everyMs })
  useNews()
  useEffect(() => whenIdle(() => void loadLaterStep().catch(() => undefined)), [])
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const asked = query.get('device')
  const known = own.data !== undefined && states.data !== undefined
  const subject = known ? subjectOf(own.data, states.data, asked) : null
  const isUnknown = known && subject === null && asked !== null
  const hasLookedAgain = useSecondLook(isUnknown ? asked : null)
  if (!known || (isUnknown && (own.isError || states.isError))) {
    const retry = () => void Promise.all([own.refetch(), states.refetch()])
    if (!own.isError && !states.isError) return <OnItsWay />
    return (
      <Alone>
        <LoadFailure title={texts.failed} onRetry={retry} busy={own.isFetching || states.isFetching} />
      </Alone>
    )
  }
  if (isUnknown) {
    if (!hasLookedAgain) return <OnItsWay />
    return (
      <Alone>
        <EmptyState title={texts.unknown} actions={<ButtonLink to={paths.devices}>{texts.toOwnDevices}</ButtonLink>}>
          {texts.unknownHint}
        </EmptyState>
      </Alone>
    )
  }
  if (subject === null) {
    return (
      <Alone>
        <EmptyState title={texts.none} actions={<ButtonLink to={paths.devices}>{texts.toDevices}</ButtonLink>}>
          {texts.noneHint}
        </EmptyState>
      </Alone>
    )
  }
  return <Step key={`${pathname} ${subject.device.id}`} pathname={pathname} subject={subject} />
}

/** An event fetches the device and its state again, together. */
function useNews(): void {
  const [{ renew, stop, goOn }] = useState(() => createRested(rest))
  useEffect(() => {
    goOn()
    return stop
  }, [stop, goOn])
  useLiveEvents((news) => {
    if (news.type !== 'pois') renew('set-up', invalidateSetUp)
  })
}

/**
 * A device that the kept answers do not know may have come since: they are asked once more.
 * @param unknown the device; null while there is none.
 * @returns whether that is done.
 */
function useSecondLook(unknown: string | null): boolean {
  const [looked, setLooked] = useState<string | null>(null)
  useEffect(() => {
    if (unknown !== null) void invalidateSetUp().then(() => setLooked(unknown))
  }, [unknown])
  return unknown !== null && looked === unknown
}

async function invalidateSetUp(): Promise<boolean> {
  const paths = [devices.list.path, vehicles.states.path]
  const asked = paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] }, { throwOnError: true }))
  return Promise.all(asked).then(
    () => true,
    () => false,
  )
}

function Step({ pathname, subject }: { pathname: string; subject: SetUpSubject }) {
  // Where it goes on is decided once: a step that is being done stays, also when it is done.
  const [screen] = useState(() => stepAt(pathname) ?? openScreen(subject))
  switch (screen) {
    case 'VEHICLE':
      return <VehicleStep {...subject} />
    case 'TRACKER':
      return <TrackerStep {...subject} />
    case null:
      return <Finished {...subject} />
    default:
      return (
        <Suspense fallback={<OnItsWay />}>
          <LaterStep screen={screen} {...subject} />
        </Suspense>
      )
  }
}

/** A test alarm that did not come is an open step, too. */
function openScreen({ device, setup }: SetUpSubject): SetUpScreen | null {
  const next = nextSetUpScreen({ ...device, setup })
  const isTested = setup.some(({ step }) => step === 'TEST_ALARM')
  return next === null && isTested && hasUnreceivedTest(device.id) ? 'TEST_ALARM' : next
}

function OnItsWay() {
  return (
    <Alone>
      <Skeleton lines={4} label={texts.loading} />
    </Alone>
  )
}

function Alone({ children }: { children: ReactNode }) {
  return (
    <SetUpFrame screen="VEHICLE" device={null} title={texts.title} picture={null} foot={null}>
      {children}
    </SetUpFrame>
  )
}

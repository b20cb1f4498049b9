import { useMemo } from 'react'
import { useParams } from 'react-router'
import { type Dossier, dossiers } from '#contract/dossier/dossier.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { type VehicleState, vehicles } from '#contract/vehicles/vehicles.ts'
import { isAway, keptFrom } from '#domain/dossier/dossier.ts'
import styles from './CasePage.module.css'
import { useDeviceEvents } from './use-device-events.ts'
import { useTravelled } from './use-travelled.ts'
import { useStableProblem } from '#web/api/queries/stable-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { ReportStolen } from '#web/features/dossier/statement/ReportStolen.tsx'
import { dossierTexts } from '#web/features/dossier/texts.ts'
import { TheftCase } from '#web/features/dossier/TheftCase.tsx'
import { downloadTrack } from '#web/features/history/track-download.ts'
import { isFresh } from '#web/features/tracking/now/last-position.ts'
import { NowMap } from '#web/features/tracking/now/NowMap.tsx'
import { ButtonLink, OutsideButtonLink } from '#web/ui/controls/Button.tsx'
import { useNow } from '#web/browser/clock.ts'
import { EmptyState, LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatAgo } from '#web/texts/formats.ts'
import { DataAge } from '#web/ui/text/DataAge.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { TapWaits } from '#web/shared/devices/TapWaits.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { momentInWords } from '#web/texts/vehicle-states.ts'

const texts = dossierTexts.case
/** How often it is asked whether somebody has opened the link, and where no stream announces what the vehicle does. */
const everyMs = 30 * secondMs
const tickMs = 10 * secondMs

/** /fall/:device: what there is to do about a vehicle that is missed, on one screen. */
export function CasePage() {
  const { device: deviceId = '' } = useParams()
  const states = useCall(vehicles.states, {}, { refetchInterval: everyMs })
  const asked = useCall(dossiers.show, { params: { deviceId } }, { refetchInterval: everyMs })
  const problem = useStableProblem(asked)
  useDeviceEvents(deviceId, () => null)
  const vehicle = states.data?.find((state) => state.deviceId === deviceId)
  return (
    <Page title={texts.title} width="full">
      {vehicle !== undefined && asked.data !== undefined ? (
        <Case key={deviceId} vehicle={vehicle} dossier={asked.data} answered={states} />
      ) : states.data !== undefined && vehicle === undefined ? (
        <EmptyState
          title={texts.unknown}
          actions={
            <>
              <CallPolice />
              <ButtonLink kind="secondary" to={paths.dashboard}>
                {texts.toDashboard}
              </ButtonLink>
            </>
          }
        >
          {texts.unknownHint}
        </EmptyState>
      ) : problem !== null || states.isError ? (
        <div className={styles.waiting}>
          <CallPolice />
          <LoadFailure
            title={texts.failed}
            busy={asked.isFetching}
            onRetry={() => void Promise.all([asked.refetch(), states.refetch()])}
          />
        </div>
      ) : (
        <div className={styles.waiting}>
          <CallPolice />
          <Skeleton lines={6} label={texts.loading} />
        </div>
      )}
    </Page>
  )
}

/** Whatever is not known of the case: it is what helps. */
function CallPolice() {
  return (
    <OutsideButtonLink kind="danger" href="tel:110">
      {texts.call}
    </OutsideButtonLink>
  )
}

interface CaseProps {
  vehicle: VehicleState
  dossier: Dossier
  /** Without a connection it says how old it is. */
  answered: { dataUpdatedAt: number }
}

function Case({ vehicle, dossier, answered }: CaseProps) {
  const { deviceId, deviceName, vehiclePlate, demo } = vehicle
  const { period, state } = dossier
  const now = useNow(tickMs)
  const travelled = useTravelled(deviceId, rangeOf(vehicle, period, now))
  if (period === null) {
    return (
      <EmptyState
        title={texts.none}
        actions={
          <>
            <CallPolice />
            <TapWaits deviceId={deviceId} />
            <ReportStolen deviceId={deviceId} demo={demo} />
            <ButtonLink kind="secondary" to={withQuery(paths.tracking, { device: deviceId, tab: 'now' })}>
              {texts.toVehicle}
            </ButtonLink>
          </>
        }
      >
        {texts.noneHint}
      </EmptyState>
    )
  }
  return (
    <div className={styles.screen}>
      <div className={styles.head} data-away={isAway(state) || undefined}>
        <h2 className={styles.name}>{deviceName}</h2>
        {vehiclePlate !== null && <Plate text={vehiclePlate} />}
        <p className={styles.since}>{isAway(state) ? texts.since(momentInWords(period.since, now)) : texts.back}</p>
      </div>
      {vehicle.position !== null && (
        <div className={styles.map}>
          <CaseMap position={vehicle.position} travelled={travelled} now={now} />
        </div>
      )}
      <div className={styles.sheet}>
        <TheftCase
          {...{ vehicle, dossier, travelled, now }}
          age={<DataAge of={answered} />}
          onDownloadGpx={(range) => downloadTrack(deviceId, 'gpx', range)}
        />
      </div>
    </div>
  )
}

/** The way from where it was taken to where it is, or was found. */
function rangeOf({ position }: VehicleState, period: Dossier['period'], now: Date) {
  if (position === null || period === null) return null
  const start = keptFrom(new Date(period.from ?? period.since), now).toISOString()
  const end = period.until ?? position.recordedAt
  return start < end ? { start, end } : null
}

interface CaseMapProps {
  position: NonNullable<VehicleState['position']>
  travelled: ReturnType<typeof useTravelled>
  now: Date
}

function CaseMap({ position, travelled, now }: CaseMapProps) {
  const [first] = travelled
  const label = formatAgo(position.recordedAt, now)
  const newest = { ...position, label, fresh: isFresh(position.recordedAt, now) }
  // The same as long as nothing of it changes: the map looks at all of it once.
  const marked = useMemo(() => (first === undefined ? null : { ...first, label: texts.sceneHere }), [first])
  return <NowMap newest={newest} marked={marked} travelled={travelled} />
}

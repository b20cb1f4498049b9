import { type ReactNode, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { aroundMidnight } from '#domain/history/around-midnight.ts'
import { startOfBerlinDay } from '#domain/time/time.ts'
import { historyAddress } from '#web/features/history/range/history-address.ts'
import { dayOf } from '#web/features/history/range/history-range.ts'
import { historyMessages } from '#web/features/history/query/messages.ts'
import { soughtTrip } from '#web/features/history/trip/sought-trip.ts'
import { historyTexts } from '#web/features/history/texts.ts'
import { downloadTrack } from '#web/features/history/track-download.ts'
import { readTripAddress, type TripAddress } from '#web/features/history/trip/trip-address.ts'
import { TripView } from '#web/features/history/trip/TripView.tsx'
import { useChapteredHistory } from '#web/features/history/chapters/use-chaptered-history.ts'
import { useDeletion } from '#web/features/history/deletion/use-deletion.ts'
import { useHistory } from '#web/features/history/query/use-history.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { useDeviceChoice } from '#web/shared/devices/device-choice.ts'
import { EmptyState, LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatDay } from '#web/texts/formats.ts'
import { DataAge } from '#web/ui/text/DataAge.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { tabParameter } from '#web/browser/use-tab-in-address.ts'
import { useDeviceEvents } from './use-device-events.ts'
import styles from './TripPage.module.css'
import { Link } from '#web/ui/controls/Link.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'

const texts = historyTexts.trip

/** /tracking/trip: one trip on a full map. */
export function TripPage() {
  const [search] = useSearchParams()
  const address = readTripAddress(search)
  return (
    <Page title={texts.title} width="full">
      {address === null ? (
        <NoTrip to={ridesOf({})} />
      ) : (
        <TripAt key={`${address.deviceId} ${address.at}`} {...address} />
      )}
    </Page>
  )
}

function TripAt({ deviceId, at }: TripAddress) {
  const [daysBack, setDaysBack] = useState<0 | 1>(0)
  const midnight = startOfBerlinDay(at, daysBack)
  const day = useMemo(() => dayOf(midnight), [midnight])
  const rides = ridesOf(historyAddress(deviceId, day))
  const { key: visit } = useLocation()
  const navigate = useNavigate()
  const { history, failed, answeredAt, clear, renew, retry } = useHistory(deviceId, day, {
    visit: `${visit} ${daysBack}`,
    ofRides: true,
  })
  useDeviceEvents(deviceId, renew)
  const chaptered = useChapteredHistory(history)
  const { choice, isLast } = useDeviceChoice(deviceId)
  const deletion = useDeletion(choice, {
    isLast,
    onEmptied() {
      clear()
      void navigate(rides, { replace: true })
    },
  })
  const trip = soughtTrip(history, failed, chaptered, at)
  // The ride may have begun the day before.
  const isAfterMidnight = daysBack === 0 && Date.parse(at) <= Date.parse(aroundMidnight(midnight).end)
  if (trip === 'gone' && isAfterMidnight) setDaysBack(1)
  if (trip === 'awaited') return <Waiting />
  if (trip === 'gone') return <NoTrip to={rides} />
  if (trip === 'failed') {
    return (
      <Alone>
        <LoadFailure title={historyMessages.failed} onRetry={retry} />
      </Alone>
    )
  }
  return (
    <TripView
      deviceId={deviceId}
      trip={trip}
      history={chaptered}
      deleting={deletion.deleting}
      age={<DataAge of={{ dataUpdatedAt: answeredAt }} />}
      back={
        <Link to={rides} className={styles.back}>
          {texts.toDay(formatDay(midnight))}
        </Link>
      }
      onDownload={(format, range) => downloadTrack(deviceId, format, range)}
      onDelete={() => deletion.start({ start: trip.start, end: trip.end })}
    />
  )
}

function ridesOf(address: Record<string, string>): string {
  return withQuery(paths.tracking, { ...address, [tabParameter]: 'rides' })
}

function NoTrip({ to }: { to: string }) {
  return (
    <Alone>
      <EmptyState title={texts.gone} actions={<ButtonLink to={to}>{texts.toRides}</ButtonLink>}>
        {texts.goneHint}
      </EmptyState>
    </Alone>
  )
}

function Waiting() {
  return (
    <Alone>
      <Skeleton lines={6} />
    </Alone>
  )
}

function Alone({ children }: { children: ReactNode }) {
  return <div className={styles.alone}>{children}</div>
}

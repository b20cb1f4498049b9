import { Fragment, type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { type Device, devices } from '#contract/devices.ts'
import type { Range } from '#contract/tracking.ts'
import { useCall } from '#web/api/queries.ts'
import { AlarmSection } from './AlarmSection.tsx'
import { alertUser } from './alert.ts'
import { ConsentPanel } from './ConsentPanel.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import { rangeOf } from './history-range.ts'
import { HistorySection } from './HistorySection.tsx'
import { ModePanel } from './ModePanel.tsx'
import { SwitchPanel } from './SwitchPanel.tsx'
import { trackingTexts } from './texts.ts'
import { createTrackingController, trackingDoor } from './tracking-controller.ts'
import { raisesAlarms } from './tracking-screen.ts'
import styles from './TrackingPage.module.css'
import { useHistoryAddress } from './use-history-address.ts'
import { clock } from '#web/kit/clock.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { EmptyState, LoadFailure } from '#web/kit/EmptyState.tsx'
import { Page } from '#web/kit/Page.tsx'
import { paths } from '#web/kit/paths.ts'
import { Skeleton } from '#web/kit/Skeleton.tsx'

interface TrackingPageProps {
  /** What else belongs to the chosen device, below its history. */
  further?: (device: Device, trackingEnabled: boolean, onDownloadGpx: (range: Range) => Promise<void>) => ReactNode
}

/** Recording of one device: whether, how and with whose consent, and what was recorded. */
export function TrackingPage({ further }: TrackingPageProps) {
  const list = useCall(devices.list)
  const failed = list.isError && list.data === undefined

  useEffect(() => {
    if (failed) alertUser(trackingTexts.devicesFailed)
  }, [failed])

  return (
    <Page title={trackingTexts.title}>
      {failed ? (
        <LoadFailure title={trackingTexts.devicesFailed} onRetry={() => void list.refetch()} busy={list.isFetching} />
      ) : list.data === undefined ? (
        <Skeleton lines={6} />
      ) : list.data.length === 0 ? (
        <NoDevice />
      ) : (
        <TrackingOfDevices devices={list.data} further={further} />
      )}
    </Page>
  )
}

function NoDevice() {
  const { none, noneHint, toDevices } = trackingTexts.device
  return (
    <EmptyState title={none} actions={<ButtonLink to={paths.devices}>{toDevices}</ButtonLink>}>
      {noneHint}
    </EmptyState>
  )
}

interface TrackingOfDevicesProps {
  devices: readonly Device[]
  further: TrackingPageProps['further']
}

function TrackingOfDevices({ devices: own, further }: TrackingOfDevicesProps) {
  const [controller] = useState(() => createTrackingController(trackingDoor))
  const screen = useSyncExternalStore(controller.subscribe, controller.current)
  const chosen = useHistoryAddress(own)

  useEffect(() => controller.chooseDevice(chosen.device?.id ?? null), [controller, chosen.device?.id])

  // After the device was chosen: what the address asks for is shown at each visit, also on the way back; and nothing else.
  const showChoice = useEffectEvent(() => {
    if (chosen.choice === null) return controller.leaveHistory()
    const checked = rangeOf(chosen.choice, clock.now())
    if ('range' in checked) void controller.search(checked.range)
  })
  useEffect(() => showChoice(), [chosen.device?.id, chosen.visit])

  return (
    <div className={styles.columns}>
      <div className={styles.settings}>
        <DevicePanel
          devices={own}
          device={chosen.device}
          screen={screen}
          onChoose={chosen.choose}
          onRetry={() => void controller.renewSettings()}
        />
        {chosen.device !== null && (
          // Another device, other panels: no question asked about one is answered for the next.
          <Fragment key={chosen.device.id}>
            <ModePanel screen={screen} onClick={controller.clickMode} />
            <ConsentPanel screen={screen} onChange={(given) => void controller.setConsent(given)} />
            <SwitchPanel device={chosen.device} screen={screen} controller={controller} />
            {raisesAlarms(screen) && <AlarmSection device={chosen.device} screen={screen} />}
          </Fragment>
        )}
      </div>
      {chosen.device !== null && (
        <div className={styles.findings}>
          {/* Another device begins with the default range and an empty table. */}
          <HistorySection
            key={chosen.device.id}
            device={chosen.device}
            shown={chosen.choice}
            visit={chosen.visit}
            leadsToMap={chosen.leadsToMap}
            screen={screen}
            controller={controller}
            onShow={chosen.show}
          />
          {further?.(chosen.device, screen.trackingEnabled, (range) => controller.download('gpx', range))}
        </div>
      )}
    </div>
  )
}

import { type ReactNode, Suspense, useDeferredValue, useEffect, useId } from 'react'
import { type Device, devices } from '#contract/devices/devices.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useAlarmInAddress } from './alarm-in-address.ts'
import { MapStage } from './MapStage.tsx'
import { NowTab } from './NowTab.tsx'
import type { TrackedDevice } from './tracked-device.ts'
import { trackingTabs, type TrackingTab, useTrackingTab } from './tracking-tab.ts'
import styles from './TrackingPage.module.css'
import { useDeviceEvents } from './use-device-events.ts'
import type { RangeChoice } from '#web/features/history/range/history-range.ts'
import { useDeletion } from '#web/features/history/deletion/use-deletion.ts'
import { useHistory } from '#web/features/history/query/use-history.ts'
import { useHistoryAddress } from '#web/features/history/range/use-history-address.ts'
import { useLastRiddenDay } from '#web/features/history/range/use-ridden-days.ts'
import { DeviceChips } from '#web/features/tracking/DeviceChips.tsx'
import { askLastPosition } from '#web/features/tracking/now/last-position.ts'
import { trackingTexts } from '#web/features/tracking/texts.ts'
import { useTracking } from '#web/features/tracking/use-tracking.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { useDeviceChoice } from '#web/shared/devices/device-choice.ts'
import { EmptyState, LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { whenIdle } from '#web/browser/when-idle.ts'
import { paths } from '#web/browser/paths.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { TabList, TabPanel } from '#web/ui/controls/Tabs.tsx'
import { useWideWindow } from '#web/browser/use-wide-window.ts'
import { useTabInAddress } from '#web/browser/use-tab-in-address.ts'

/* Most who come look where the vehicle is now. What the other tabs consist of is fetched once the page is idle. */
const others = {
  rides: async () => (await import('./RidesTab.tsx')).RidesTab,
  alarm: async () => (await import('./AlarmTab.tsx')).AlarmTab,
  settings: async () => (await import('./SettingsTab.tsx')).SettingsTab,
  // A theft is reported in one tap: the case is to be there after it.
  theftCase: async () => (await import('./CasePage.tsx')).CasePage,
}
const RidesTab = lazyWithRetry(others.rides)
const AlarmTab = lazyWithRetry(others.alarm)
const SettingsTab = lazyWithRetry(others.settings)

/** Ignored: opening the tab retries and shows the error. */
async function fetchOthers(): Promise<void> {
  await Promise.all(Object.values(others).map((load) => load().catch(() => undefined)))
}

/** /tracking: where a vehicle is, where it was, its theft alarm, and how it is recorded. */
export function TrackingPage() {
  const list = useCall(devices.list)
  // Drawn bit by bit: a phone answers a tap in between.
  const own = useDeferredValue(list.data)
  const failed = list.isError && list.data === undefined

  useEffect(() => {
    if (failed) alertUser(trackingTexts.devicesFailed)
  }, [failed])

  return (
    <Page title={trackingTexts.title} width="full">
      {failed ? (
        <Alone>
          <LoadFailure title={trackingTexts.devicesFailed} onRetry={() => void list.refetch()} busy={list.isFetching} />
        </Alone>
      ) : own === undefined ? (
        <OnItsWay />
      ) : isNonEmpty(own) ? (
        <TrackingOfDevices devices={own} />
      ) : (
        <Alone>
          <NoDevice />
        </Alone>
      )}
    </Page>
  )
}

function isNonEmpty<Item>(list: readonly Item[]): list is readonly [Item, ...Item[]] {
  return list.length > 0
}

/** What stands in place of the whole screen. */
function Alone({ children }: { children: ReactNode }) {
  return <div className={styles.alone}>{children}</div>
}

function NoDevice() {
  const { none, noneHint, toDevices } = trackingTexts.device
  return (
    <EmptyState title={none} actions={<ButtonLink to={paths.devices}>{toDevices}</ButtonLink>}>
      {noneHint}
    </EmptyState>
  )
}

/** How often the vehicles' states are fetched if no stream announces changes. */
const everyMs = 60_000

const { label, ...titles } = trackingTexts.tabs
const tabs = trackingTabs.map((name) => ({ name, title: titles[name] }))

function TrackingOfDevices({ devices: own }: { devices: readonly [Device, ...Device[]] }) {
  const tracked = useTrackedDevice(own)
  const { device, address, history, tracking, alarmId } = tracked
  const asked = alarmId !== null ? 'alarm' : address.choice !== null ? 'rides' : null
  const { tab, show } = useTrackingTab(asked, tracking.shown)
  const states = useCall(vehicles.states, {}, { refetchInterval: everyMs })
  const id = useId()
  const wide = useWideWindow()
  useDeviceEvents(device.id, history.renew)
  useEffect(() => whenIdle(() => void fetchOthers()), [])
  // Beside the settings, which decide about the tab: the tab then finds the answer.
  useEffect(() => askLastPosition(device.id), [device.id])

  return (
    <div className={styles.screen}>
      <div className={styles.top}>
        <DeviceChips
          devices={own}
          states={states.isPending ? null : (states.data ?? [])}
          chosen={device}
          onChoose={address.choose}
        />
        <TabList id={id} label={label} tabs={tabs} chosen={tab} onChoose={show} />
      </div>
      {/* Another device gets new panels, so that a question asked about one device is not answered for the next. */}
      <TabPanel key={device.id} id={id} chosen={tab} className={styles.panel}>
        <Suspense fallback={<OnItsWay />}>
          {tab === null ? <OnItsWay /> : <Tab name={tab} tracked={tracked} />}
        </Suspense>
        {wide && tab !== null && tab !== 'rides' && <MapStage device={device} alarmId={alarmId} />}
      </TabPanel>
    </div>
  )
}

function useTrackedDevice(own: readonly [Device, ...Device[]]): TrackedDevice {
  const address = useHistoryAddress(own)
  const { device, visit } = address
  const { choice, isLast } = useDeviceChoice(device.id)
  const alarmId = useAlarmInAddress()
  const range = useWantedRange(device.id, address.choice, alarmId)
  const history = useHistory(device.id, range, { visit, ofRides: !address.leadsToMap })
  const deletion = useDeletion(choice, { isLast, onEmptied: history.clear })
  const { deleting, forget } = deletion
  const tracking = useTracking(choice, { isLast, deleting, onStart: forget, onEmptied: history.clear })
  return { device, address, alarmId, range, history, deletion, tracking }
}

/** Which time the rides are loaded of: the last ridden day, or none at an alarm's address. */
function useWantedRange(deviceId: string, asked: RangeChoice | null, alarmId: string | null): RangeChoice | null {
  const [named] = useTabInAddress(trackingTabs)
  const lastRidden = useLastRiddenDay(deviceId, named === 'rides' && asked === null)
  if (named === 'rides') return asked ?? lastRidden
  return alarmId === null ? asked : null
}

function Tab({ name, tracked }: { name: TrackingTab; tracked: TrackedDevice }) {
  switch (name) {
    case 'now':
      return <NowTab {...tracked} />
    case 'rides':
      return <RidesTab {...tracked} />
    case 'alarm':
      return <AlarmTab {...tracked} />
    case 'settings':
      return <SettingsTab {...tracked} />
  }
}

function OnItsWay() {
  return (
    <div className={styles.waiting}>
      <Skeleton lines={6} />
    </div>
  )
}

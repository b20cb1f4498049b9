import type { To } from 'react-router'
import { type VehicleState, vehicles } from '#contract/vehicles/vehicles.ts'
import styles from './NowTab.module.css'
import { MapStage } from './MapStage.tsx'
import { Column } from './TabLayout.tsx'
import { addressOnMap, type TrackedDevice } from './tracked-device.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { ReportStolen } from '#web/features/dossier/statement/ReportStolen.tsx'
import { historyAddress } from '#web/features/history/range/history-address.ts'
import { DeviceState } from '#web/features/tracking/now/DeviceState.tsx'
import { LastPosition } from '#web/features/tracking/now/LastPosition.tsx'
import type { NowLinks } from '#web/features/tracking/now/now-links.ts'
import { NowSheet } from '#web/features/tracking/now/NowSheet.tsx'
import { trackingTexts } from '#web/features/tracking/texts.ts'
import { useNow } from '#web/browser/clock.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { DataAge } from '#web/ui/text/DataAge.tsx'
import { addressOfCase, dossierHash } from '#web/shared/devices/device-addresses.ts'
import { MapZoom } from '#web/ui/controls/MapZoom.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { TapWaits } from '#web/shared/devices/TapWaits.tsx'
import { useWideWindow } from '#web/browser/use-wide-window.ts'
import { tabParameter } from '#web/browser/use-tab-in-address.ts'

const texts = trackingTexts.now
const everyMs = 30_000

/** Where the vehicle is now, whether its alarm is armed, and what its owner does about it. */
export function NowTab(tracked: TrackedDevice) {
  const { device, tracking } = tracked
  return (
    <>
      <div className={styles.first}>
        <NowOfVehicle {...tracked} />
      </div>
      <Column className={styles.more}>
        <LastPosition device={device} addressOf={addressOnMap(device)} />
        <DeviceState device={device} screen={tracking.shown} onRetry={tracking.retry} />
      </Column>
    </>
  )
}

function NowOfVehicle({ device, address, alarmId }: TrackedDevice) {
  const states = useCall(vehicles.states)
  const now = useNow(everyMs)
  const wide = useWideWindow()
  const vehicle = states.data?.find(({ deviceId }) => deviceId === device.id)
  if (vehicle === undefined) {
    return (
      <div className={styles.waiting}>
        {states.isError ? (
          <LoadFailure title={texts.failed} onRetry={() => void states.refetch()} busy={states.isFetching} />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
    )
  }
  const sheet = (
    <div className={styles.sheet}>
      <NowSheet
        vehicle={vehicle}
        now={now}
        links={linksOf(vehicle, address.choice)}
        stolen={<ReportStolen deviceId={device.id} demo={vehicle.demo} />}
        age={
          <>
            <DataAge of={states} />
            <TapWaits deviceId={device.id} />
          </>
        }
      />
    </div>
  )
  // In a wide window the page has the map, for the other tabs too.
  if (wide) return sheet
  return (
    <MapZoom>
      <MapStage device={device} alarmId={alarmId} />
      {sheet}
    </MapZoom>
  )
}

function linksOf({ deviceId, condition }: VehicleState, choice: TrackedDevice['address']['choice']): NowLinks {
  const tab = (name: string, search: Record<string, string> = { device: deviceId }) =>
    `?${new URLSearchParams({ ...search, [tabParameter]: name }).toString()}`
  return {
    rides: tab('rides', historyAddress(deviceId, choice)),
    settings: tab('settings'),
    alarm: tab('alarm'),
    dossier: condition.kind === 'MISSED' ? addressOfCase(deviceId) : dossierOf(deviceId),
  }
}

function dossierOf(deviceId: string): To {
  return {
    search: new URLSearchParams({ device: deviceId, [tabParameter]: 'alarm' }).toString(),
    hash: dossierHash,
  }
}

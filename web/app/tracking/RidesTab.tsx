import { Column, Lead, Stage } from './TabLayout.tsx'
import { addressOnMap, type TrackedDevice } from './tracked-device.ts'
import { HistorySection } from '#web/features/history/HistorySection.tsx'
import type { RangeChoice } from '#web/features/history/range/history-range.ts'
import { downloadTrack } from '#web/features/history/track-download.ts'
import { tripAddress } from '#web/features/history/trip/trip-address.ts'
import { useRiddenDays } from '#web/features/history/range/use-ridden-days.ts'
import { LastPosition } from '#web/features/tracking/now/LastPosition.tsx'
import { recordsOnlyTheft, showsMovement } from '#web/features/tracking/shown-tracking.ts'
import { paths, withQuery } from '#web/browser/paths.ts'
import { tabParameter } from '#web/browser/use-tab-in-address.ts'

const slots = { Lead, Stage, Column }

/** Where the vehicle was. */
export function RidesTab({ device, address, range, history, tracking }: TrackedDevice) {
  const show = (choice: RangeChoice, leadsToMap: boolean) => {
    history.ask()
    address.show(choice, { leadsToMap })
  }
  return (
    <HistorySection
      deviceId={device.id}
      shown={range}
      visit={address.visit}
      leadsToMap={address.leadsToMap}
      history={history.history}
      answeredAt={history.answeredAt}
      ridden={useRiddenDays(device.id)}
      showsMovement={showsMovement(tracking.shown)}
      switchOn={
        recordsOnlyTheft(tracking.shown)
          ? withQuery(paths.tracking, { device: device.id, [tabParameter]: 'settings' })
          : null
      }
      tripAddressOf={(at) => tripAddress({ deviceId: device.id, at })}
      onShow={(choice) => show(choice, false)}
      onShowMap={(choice) => show(choice, true)}
      onSelect={history.select}
      onDownload={(format, exported) => downloadTrack(device.id, format, exported)}
      slots={slots}
    >
      <LastPosition device={device} addressOf={addressOnMap(device)} />
    </HistorySection>
  )
}

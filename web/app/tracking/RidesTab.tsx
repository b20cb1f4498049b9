import { Column, Lead, Stage } from './TabLayout.tsx'
import { addressOnMap, type TrackedDevice } from './tracked-device.ts'
import { HistorySection } from '#web/features/history/HistorySection.tsx'
import { downloadTrack } from '#web/features/history/track-download.ts'
import { useRiddenDays } from '#web/features/history/use-ridden-days.ts'
import { LastPosition } from '#web/features/tracking/LastPosition.tsx'
import { showsMovement } from '#web/features/tracking/shown-tracking.ts'

const slots = { Lead, Stage, Column }

/** Where the vehicle was. */
export function RidesTab({ device, address, history, tracking }: TrackedDevice) {
  return (
    <HistorySection
      shown={address.choice}
      visit={address.visit}
      leadsToMap={address.leadsToMap}
      history={history.history}
      ridden={useRiddenDays(device.id)}
      showsMovement={showsMovement(tracking.shown)}
      onShow={(choice) => {
        history.ask()
        address.show(choice)
      }}
      onSelect={history.select}
      onDownload={(format, range) => downloadTrack(device.id, format, range)}
      slots={slots}
    >
      <LastPosition device={device} addressOf={addressOnMap(device)} />
    </HistorySection>
  )
}

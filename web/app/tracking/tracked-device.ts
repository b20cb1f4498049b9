import type { Device } from '#contract/devices/devices.ts'
import type { Instant } from '#contract/base/place.ts'
import { mapAddress } from '#web/features/history/range/history-address.ts'
import { choiceShowing, type RangeChoice } from '#web/features/history/range/history-range.ts'
import type { useDeletion } from '#web/features/history/deletion/use-deletion.ts'
import type { useHistoryAddress } from '#web/features/history/range/use-history-address.ts'
import type { useHistory } from '#web/features/history/query/use-history.ts'
import type { useTracking } from '#web/features/tracking/use-tracking.ts'
import { clock } from '#web/browser/clock.ts'

/** All that the tabs share about the device on the screen. */
export interface TrackedDevice {
  device: Device
  address: ReturnType<typeof useHistoryAddress>
  /** The alarm that the address leads to. */
  alarmId: string | null
  /** The time that its rides are shown of; null if they are not shown, or while it is not known. */
  range: RangeChoice | null
  history: ReturnType<typeof useHistory>
  deletion: ReturnType<typeof useDeletion>
  tracking: ReturnType<typeof useTracking>
}

/** Where a position of a device is shown on the map of its rides. */
export function addressOnMap({ id }: Device) {
  return (recordedAt: Instant) => mapAddress(id, choiceShowing(recordedAt, clock.now()))
}

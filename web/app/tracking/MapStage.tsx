import { vehicles } from '#contract/vehicles/vehicles.ts'
import styles from './NowTab.module.css'
import type { TrackedDevice } from './tracked-device.ts'
import { WhereItIs } from './WhereItIs.tsx'
import { useCall } from '#web/api/queries/queries.ts'
import { useNow } from '#web/browser/clock.ts'

const everyMs = 30_000

/** Where the vehicle is: above the sheet, or in a wide window beside what is now, its alarm and its settings. */
export function MapStage({ device, alarmId }: Pick<TrackedDevice, 'device' | 'alarmId'>) {
  const { data } = useCall(vehicles.states)
  const now = useNow(everyMs)
  const vehicle = data?.find(({ deviceId }) => deviceId === device.id)
  return (
    <div className={styles.stage} data-empty={vehicle?.position === null || undefined}>
      {vehicle !== undefined && <WhereItIs vehicle={vehicle} alarmId={alarmId} now={now} />}
    </div>
  )
}

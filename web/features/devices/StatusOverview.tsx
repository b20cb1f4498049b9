import { devices } from '#contract/devices/devices.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import styles from './StatusOverview.module.css'
import { overviewTexts } from './texts.ts'

/** The account at a glance, folded. If it cannot be loaded, the lists below report the problem. */
export function StatusOverview() {
  const { data: overview } = useCall(devices.statusOverview)
  if (overview === undefined) return null
  const { totalDevices, maxDevices } = overview
  return (
    <details>
      <Summary>{overviewTexts.label}</Summary>
      <section className={styles.overview} aria-label={overviewTexts.label}>
        <dl className={styles.figures}>
          <div className={styles.figure}>
            <dt>{overviewTexts.devices}</dt>
            <dd>
              {totalDevices} <small>{overviewTexts.of(maxDevices)}</small>
              {maxDevices <= drawnBays && <ParkingBays used={totalDevices} most={maxDevices} />}
            </dd>
          </div>
          <Figure count={overview.onlineDevices} of={totalDevices} label={overviewTexts.online} />
          <Figure count={overview.licensedDevices} of={totalDevices} label={overviewTexts.licensed} />
          <Figure count={overview.devicesWithPosition} of={totalDevices} label={overviewTexts.withPosition} />
        </dl>
      </section>
    </details>
  )
}

function Figure({ count, of, label }: { count: number; of: number; label: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        {count} {of > 0 && <small>{overviewTexts.of(of)}</small>}
      </dd>
    </div>
  )
}

/** More would not fit beside the figure. */
const drawnBays = 8

/** The places an account has for devices, as bays of a car park; the figure says the same. */
function ParkingBays({ used, most }: { used: number; most: number }) {
  return (
    <span className={styles.bays} aria-hidden="true">
      {Array.from({ length: most }, (_, bay) => (
        <span key={bay} className={styles.bay} data-used={bay < used || undefined} />
      ))}
    </span>
  )
}

import type { Device } from '#contract/devices/devices.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import styles from './DeviceCard.module.css'
import { cardTexts } from './texts.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { addressOfCase } from '#web/shared/devices/device-addresses.ts'
import { paths, withQuery } from '#web/browser/paths.ts'
import { headlineOf, momentInWords, sentenceOf, toneOf } from '#web/texts/vehicle-states.ts'
import { Link } from '#web/ui/controls/Link.tsx'

interface DeviceSummaryProps {
  device: Device
  /** Undefined while it is on its way; null where there is none, or it could not be loaded. */
  state: VehicleState | null | undefined
  now: Date
}

/** How the vehicle is, in a line, and when its device was last heard, which leads to the map. */
export function DeviceSummary({ device, state, now }: DeviceSummaryProps) {
  const { id, lastActiveAt } = device
  return (
    <div>
      {/* A line is kept free for it: what is below should not move under a finger. */}
      {state === undefined && <p className={styles.sentence} />}
      {state !== undefined && state !== null && (
        <p className={styles.sentence} data-tone={toneOf(state)}>
          <span className={styles.lamp} aria-hidden="true" />
          {headlineOf(state, now) ?? sentenceOf(state, now)}
        </p>
      )}
      {state?.condition.kind === 'MISSED' && (
        <ButtonLink kind="danger" to={addressOfCase(id)}>
          {cardTexts.toCase}
        </ButtonLink>
      )}
      {lastActiveAt !== null && (
        <p className={styles.heard}>
          {cardTexts.heard(momentInWords(lastActiveAt, now))}
          {device.hasPosition && (
            <>
              {', '}
              <Link
                to={withQuery(paths.tracking, { device: id, tab: 'now' })}
                aria-label={cardTexts.toMapOf(device.deviceName)}
              >
                {cardTexts.toMap} <span aria-hidden="true">›</span>
              </Link>
            </>
          )}
        </p>
      )}
    </div>
  )
}

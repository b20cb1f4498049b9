import { NativeSelect } from '@mantine/core'
import '#web/kit/inputs.css'
import type { Device } from '#contract/devices.ts'
import type { Instant } from '#contract/place.ts'
import styles from './DevicePanel.module.css'
import { trackingTexts } from './texts.ts'
import type { TrackingScreen } from './tracking-screen.ts'
import { Badge } from '#web/kit/Badge.tsx'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { ClockCorrection } from '#web/kit/ClockCorrection.tsx'
import { useNow } from '#web/kit/clock.ts'
import { labelAmong } from '#web/kit/device-label.ts'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { formatAgo, formatDayTime, oClock } from '#web/kit/formats.ts'
import { lossInWords } from '#web/kit/loss-words.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { paths } from '#web/kit/paths.ts'

interface DevicePanelProps {
  devices: readonly Device[]
  device: Device | null
  screen: TrackingScreen
  onChoose(deviceId: string | null): void
  onRetry(): void
}

const texts = trackingTexts.device

export function DevicePanel({ devices, device, screen, onChoose, onRetry }: DevicePanelProps) {
  return (
    <Card title={texts.title} aside={device?.demo && <Badge>Beispieldaten</Badge>}>
      <div className={styles.panel}>
        <NativeSelect
          label={texts.label}
          value={device?.id ?? ''}
          onChange={(event) => onChoose(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        >
          {device === null && <option value="">{texts.choose}</option>}
          {devices.map((each) => (
            <option key={each.id} value={each.id}>
              {labelAmong(each, devices)}
            </option>
          ))}
        </NativeSelect>
        {device !== null && (
          <div className={styles.state}>
            <TrackingBadge screen={screen} />
            <SignOfLife device={device} />
          </div>
        )}
        {device !== null && device.loss !== null && <Loss device={device} loss={device.loss} />}
        {device !== null && <MissingLicence device={device} endedAt={screen.licenceEndedAt} />}
        {screen.settings === 'failed' && <LoadFailure title={texts.settingsFailed} onRetry={onRetry} />}
      </div>
    </Card>
  )
}

function TrackingBadge({ screen: { settings, trackingEnabled } }: { screen: TrackingScreen }) {
  const { on, off } = trackingTexts.state
  return (
    <p role="status">
      {settings === 'known' && <Badge kind={trackingEnabled ? 'success' : 'plain'}>{trackingEnabled ? on : off}</Badge>}
    </p>
  )
}

function Loss({ device, loss }: { device: Device; loss: NonNullable<Device['loss']> }) {
  const { words, advice } = lossInWords(loss)
  const actions = loss.clockAheadMinutes === null ? undefined : <ClockCorrection device={device} />
  return (
    <Notice kind="warning" live={false} title={words} actions={actions}>
      {advice}
    </Notice>
  )
}

/** That the device has no licence, or had none for a while, which has ended its tracking for good. */
function MissingLicence({ device, endedAt }: { device: Device; endedAt: Instant | null }) {
  if (device.hasActiveLicense && endedAt === null) return null
  const ended = endedAt === null ? [] : [texts.licenceEnded(oClock(formatDayTime(endedAt)))]
  const toDevices = (
    <ButtonLink kind="quiet" to={paths.devices}>
      {texts.toDevices}
    </ButtonLink>
  )
  return (
    <Notice kind="warning" live={false} actions={device.hasActiveLicense ? undefined : toDevices}>
      {[...ended, device.hasActiveLicense ? texts.licenceBack : texts.unlicensed].join(' ')}
    </Notice>
  )
}

function SignOfLife({ device: { lastActiveAt } }: { device: Device }) {
  const now = useNow(60_000)
  return (
    <p className={styles.life}>
      {lastActiveAt === null ? texts.neverActive : texts.lastActive(formatAgo(lastActiveAt, now))}
    </p>
  )
}

import type { Device } from '#contract/devices/devices.ts'
import type { Instant } from '#contract/base/place.ts'
import styles from './DeviceState.module.css'
import { trackingTexts } from '../texts.ts'
import type { ShownTracking } from '../shown-tracking.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { ClockCorrection } from '#web/shared/devices/ClockCorrection.tsx'
import { useNow } from '#web/browser/clock.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatAgo, formatDayTime, oClock } from '#web/texts/formats.ts'
import { lossInWords } from '#web/shared/devices/loss-words.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths } from '#web/browser/paths.ts'

interface DeviceStateProps {
  device: Device
  screen: ShownTracking
  onRetry(): void
}

const texts = trackingTexts.device

/** Whether the device is tracked and when it was last heard, and what stands in the way. */
export function DeviceState({ device, screen, onRetry }: DeviceStateProps) {
  return (
    <Stack gap={3}>
      <div className={styles.state}>
        <TrackingBadge screen={screen} />
        {device.demo && <Badge>{texts.demo}</Badge>}
        <SignOfLife device={device} />
      </div>
      {device.loss !== null && <Loss device={device} loss={device.loss} />}
      <MissingLicence device={device} endedAt={screen.licenceEndedAt} />
      {screen.settings === 'failed' && <LoadFailure title={texts.settingsFailed} onRetry={onRetry} />}
    </Stack>
  )
}

function TrackingBadge({ screen: { settings, trackingEnabled } }: { screen: ShownTracking }) {
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

/** Says that the device has no licence, or had none for a while, so that its tracking has ended for good. */
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
  return <Small>{lastActiveAt === null ? texts.neverActive : texts.lastActive(formatAgo(lastActiveAt, now))}</Small>
}

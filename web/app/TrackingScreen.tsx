import { lazy, Suspense } from 'react'
import type { Device } from '#contract/devices.ts'
import type { Range } from '#contract/tracking.ts'
import { TrackingPage } from '#web/features/tracking/TrackingPage.tsx'
import { Card } from '#web/kit/Card.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { generalTexts } from '#web/texts/general.ts'

const DossierSection = lazy(async () => ({
  default: (await import('#web/features/dossier/DossierSection.tsx')).DossierSection,
}))

/** /tracking: the recording of a device, and what its owner does when it is stolen. */
export function TrackingScreen() {
  return <TrackingPage further={dossierOf} />
}

function dossierOf(device: Device, trackingEnabled: boolean, onDownloadGpx: (range: Range) => Promise<void>) {
  return (
    <Suspense fallback={<DossierOnItsWay />}>
      <DossierSection key={device.id} device={device} trackingEnabled={trackingEnabled} onDownloadGpx={onDownloadGpx} />
    </Suspense>
  )
}

function DossierOnItsWay() {
  return (
    <Card label={generalTexts.loading}>
      <Skeleton lines={3} />
    </Card>
  )
}

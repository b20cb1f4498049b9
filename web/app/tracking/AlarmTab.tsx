import { Fragment, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Column, Lead } from './TabLayout.tsx'
import { addressOnMap, type TrackedDevice } from './tracked-device.ts'
import { PlaceChoice } from '#web/app/pois/PlaceChoice.tsx'
import { AlarmSection } from '#web/features/alarms/AlarmSection.tsx'
import { EmergencyContacts } from '#web/features/emergency-contacts/EmergencyContacts.tsx'
import { GuardZonesCard } from '#web/features/guard-zones/GuardZonesCard.tsx'
import { PushPanel } from '#web/features/push/PushPanel.tsx'
import { DeviceState } from '#web/features/tracking/now/DeviceState.tsx'
import { raisesAlarms, showsMovement } from '#web/features/tracking/shown-tracking.ts'
import { trackingTexts } from '#web/features/tracking/texts.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { lazyExtra, lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { addressOfCase, dossierHash } from '#web/shared/devices/device-addresses.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { generalTexts } from '#web/texts/general.ts'

const DossierSection = lazyWithRetry(
  async () => (await import('#web/features/dossier/DossierSection.tsx')).DossierSection,
)

const OwnPlacesCard = lazyExtra(async () => (await import('#web/features/own-places/OwnPlacesCard.tsx')).OwnPlacesCard)

/** The theft alarm, and what its owner does when the vehicle is stolen. */
export function AlarmTab({ device, tracking }: TrackedDevice) {
  const { shown } = tracking
  const vehicle = useCall(vehicles.states).data?.find(({ deviceId }) => deviceId === device.id)
  const isAsked = useLocation().hash === dossierHash
  const isMissed = vehicle?.condition.kind === 'MISSED'
  const guards = raisesAlarms(shown)
  const isKnown = shown.settings !== 'loading'
  const alarm = (
    <Fragment key="alarm">
      {!guards && isKnown && <Notice kind="info">{trackingTexts.noAlarm}</Notice>}
      {(guards || isKnown) && (
        <AlarmSection
          device={device}
          trackingEnabled={shown.trackingEnabled}
          guards={guards}
          addressOf={addressOnMap(device)}
        >
          <PushPanel />
          <EmergencyContacts deviceId={device.id} />
        </AlarmSection>
      )}
      {/* A quieter zone would silence the alarm of a vehicle that is missed. */}
      {guards && !isMissed && <GuardZonesCard deviceId={device.id} PlaceChoice={PlaceChoice} />}
      {isKnown && (
        <Suspense>
          <OwnPlacesCard PlaceChoice={PlaceChoice} isRecorded={shown.trackingEnabled && showsMovement(shown)} />
        </Suspense>
      )}
    </Fragment>
  )
  const dossier = (
    <Suspense key="dossier" fallback={<DossierOnItsWay />}>
      <DossierSection device={device} />
    </Suspense>
  )
  // Where links of before lead.
  if (isMissed && isAsked) return <Navigate to={addressOfCase(device.id)} replace />
  return (
    <>
      <Lead>
        <DeviceState device={device} screen={shown} onRetry={tracking.retry} />
      </Lead>
      {/* First what the user came for. */}
      <Column>{isMissed || isAsked ? [dossier, alarm] : [alarm, dossier]}</Column>
    </>
  )
}

function DossierOnItsWay() {
  return (
    <Card label={generalTexts.loading}>
      <Skeleton lines={3} />
    </Card>
  )
}

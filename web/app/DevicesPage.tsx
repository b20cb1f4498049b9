import type { Device } from '#contract/devices/devices.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { DeviceSection } from '#web/features/devices/DeviceSection.tsx'
import { LicenceSection } from '#web/features/licences/LicenceSection.tsx'
import { MissingLicence } from '#web/features/licences/MissingLicence.tsx'
import { Renewal } from '#web/features/licences/Renewal.tsx'
import { StatusOverview } from '#web/features/devices/StatusOverview.tsx'

/** /devicesandlicenses: the devices of the account, and the licences that they use. */
export function DevicesPage() {
  return (
    <Page title="Geräte und Lizenzen">
      <DeviceSection licenceWays={waysToLicence} />
      <LicenceSection />
      <StatusOverview />
    </Page>
  )
}

function waysToLicence(device: Device) {
  return device.activeLicense === null ? <MissingLicence device={device} /> : <Renewal device={device} />
}

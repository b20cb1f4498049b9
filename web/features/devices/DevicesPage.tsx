import { Page } from '#web/kit/Page.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { LicenceSection } from './LicenceSection.tsx'
import { StatusOverview } from './StatusOverview.tsx'
import { pageTexts } from './texts.ts'

/** /devicesandlicenses */
export function DevicesPage() {
  return (
    <Page title={pageTexts.title}>
      <StatusOverview />
      <DeviceSection />
      <LicenceSection />
    </Page>
  )
}

import { HiddenPoisCard } from '#web/features/hidden-pois/HiddenPoisCard.tsx'
import { SettingsPage } from '#web/features/settings/SettingsPage.tsx'

/** /poi-configuration: what warns and how, and which POIs are not to be seen. */
export function PoiConfigurationPage() {
  return (
    <SettingsPage>
      <HiddenPoisCard />
    </SettingsPage>
  )
}

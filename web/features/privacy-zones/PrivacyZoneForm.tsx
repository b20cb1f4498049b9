import { type PrivacyZone, privacyZones } from '#contract/privacy-zones/privacy-zones.ts'
import { type OneZone, ZoneForm } from '#web/shared/zones/ZoneForm.tsx'
import { privacyZonesTexts as texts } from './texts.ts'
import { draftOf, entryOf } from './zone-draft.ts'

const kind = { calls: privacyZones, radii: [100, 200, 300, 500, 750, 1000], entryOf, saved: texts.saved }

/** Name, place and radius of a privacy zone. */
export function PrivacyZoneForm(props: OneZone<PrivacyZone>) {
  return <ZoneForm {...kind} start={draftOf(props.zone)} {...props} />
}

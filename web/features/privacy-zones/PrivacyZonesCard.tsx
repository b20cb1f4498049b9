import { type PrivacyZone, privacyZones } from '#contract/privacy-zones/privacy-zones.ts'
import { privacyZonesLimits } from '#contract/privacy-zones/privacy-zones-limits.ts'
import type { PlaceChoice } from '#web/map/layers/CircleField.tsx'
import { ZoneCard } from '#web/shared/zones/ZoneCard.tsx'
import { formatDistance } from '#web/texts/formats.ts'
import { Details } from '#web/ui/text/Details.tsx'
import { privacyZonesTexts as texts } from './texts.ts'
import { type OneZone, ZoneForm } from '#web/shared/zones/ZoneForm.tsx'
import { draftOf, entryOf } from './zone-draft.ts'

const kind = {
  calls: privacyZones,
  words: texts,
  most: privacyZonesLimits.most,
  detailOf: ({ radiusMetres }: PrivacyZone) => texts.around(formatDistance(radiusMetres)),
  Form: PrivacyZoneForm,
}

/** Places whose surroundings others are not shown: what they do, where they do not apply, and the account's own. */
export function PrivacyZonesCard({ PlaceChoice }: { PlaceChoice: PlaceChoice }) {
  return (
    <ZoneCard {...kind} PlaceChoice={PlaceChoice}>
      <Details line={texts.notForPolice}>
        <p>{texts.police}</p>
        <p>{texts.edge}</p>
      </Details>
    </ZoneCard>
  )
}

const form = { calls: privacyZones, radii: [100, 200, 300, 500, 750, 1000], entryOf, saved: texts.saved }

/** Name, place and radius of a privacy zone. */
function PrivacyZoneForm(props: OneZone<PrivacyZone>) {
  return <ZoneForm {...form} start={draftOf(props.zone)} {...props} />
}

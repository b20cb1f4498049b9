import { type OwnPlace, ownPlaces } from '#contract/own-places/own-places.ts'
import { ownPlacesLimits } from '#contract/own-places/own-places-limits.ts'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import type { PlaceChoice } from '#web/map/layers/CircleField.tsx'
import { ZoneCard } from '#web/shared/zones/ZoneCard.tsx'
import { formatDistance } from '#web/texts/formats.ts'
import { Small } from '#web/ui/layout/Small.tsx'
import { ownPlacesTexts as texts } from './texts.ts'

const kind = {
  calls: ownPlaces,
  words: texts,
  most: ownPlacesLimits.most,
  detailOf: ({ radiusMetres, watches, weatherLevel }: OwnPlace) =>
    [
      texts.around(formatDistance(radiusMetres)),
      watches.length === 0 ? texts.unwatched : texts.watched(watches.length),
      ...(weatherLevel === null ? [] : [texts.weather(weatherLevel)]),
    ].join(', '),
  Form: lazyWithRetry(async () => (await import('./OwnPlaceForm.tsx')).OwnPlaceForm),
}

/**
 * Places of which the owner learns that a vehicle has arrived or left, or that the weather gets bad.
 * @param isRecorded whether the rides of the vehicle that is shown are recorded.
 */
export function OwnPlacesCard({ PlaceChoice, isRecorded }: { PlaceChoice: PlaceChoice; isRecorded: boolean }) {
  return (
    <ZoneCard {...kind} PlaceChoice={PlaceChoice}>
      {!isRecorded && <Small>{texts.needsProfile}</Small>}
    </ZoneCard>
  )
}

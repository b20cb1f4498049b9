import type { Place } from '#contract/base/place.ts'
import { PlaceSearch } from '#web/features/places/PlaceSearch.tsx'
import { VehiclePlaces } from '#web/features/places/VehiclePlaces.tsx'

const middleOfGermany = { latitude: 51.16, longitude: 10.45 }

/** A place by its name, or where a vehicle stands. */
export function PlaceChoice({ onChoose }: { onChoose(place: Place): void }) {
  return (
    <>
      <PlaceSearch near={middleOfGermany} onChoose={onChoose} />
      <VehiclePlaces onChoose={onChoose} />
    </>
  )
}

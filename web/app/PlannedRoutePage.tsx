import { PlaceChoice } from './pois/PlaceChoice.tsx'
import { RouteCheckPage } from '#web/features/route-check/RouteCheckPage.tsx'
import { SavedRoutesCard } from '#web/features/saved-routes/SavedRoutesCard.tsx'
import { SaveRoute } from '#web/features/saved-routes/SaveRoute.tsx'

/** /route-check: checks a route before the ride, and keeps those that are ridden again. */
export function PlannedRoutePage() {
  return <RouteCheckPage SavedRoutes={SavedRoutesCard} SaveRoute={SaveRoute} PlaceChoice={PlaceChoice} />
}

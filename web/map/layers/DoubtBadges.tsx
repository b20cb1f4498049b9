import type { Poi } from '#contract/pois/pois.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { doubtNames } from '#web/texts/pois.ts'

/** What is not sure about a POI, as the list beside the map and that of a route say it. */
export function DoubtBadges({ details: { unconfirmed, doubted } }: Pick<Poi, 'details'>) {
  return (
    <>
      {unconfirmed === true && <Badge kind="warning">{doubtNames.unconfirmed}</Badge>}
      {doubted === true && <Badge kind="warning">{doubtNames.doubted}</Badge>}
    </>
  )
}

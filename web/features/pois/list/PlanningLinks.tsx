import type { Box } from '#domain/geo/geo.ts'
import { areaLinkOf } from '#domain/pois/map-link.ts'
import { poisTexts } from '../texts.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { paths } from '#web/browser/paths.ts'

/** Links to other screens that use these POIs, especially those in view. */
export function PlanningLinks({ box }: { box: Box }) {
  return (
    <Row as="nav" gap={2} aria-label={poisTexts.planning.title}>
      <ButtonLink kind="secondary" to={paths.ride}>
        {poisTexts.planning.ride}
      </ButtonLink>
      <ButtonLink kind="secondary" to={paths.routeCheck}>
        {poisTexts.planning.routeCheck}
      </ButtonLink>
      <ButtonLink kind="secondary" to={paths.poiExchange + areaLinkOf(box)}>
        {poisTexts.planning.exchange}
      </ButtonLink>
    </Row>
  )
}

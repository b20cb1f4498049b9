import type { Box } from '#domain/geo.ts'
import { areaLinkOf } from '#domain/map-link.ts'
import styles from './PlanningLinks.module.css'
import { poisTexts } from './texts.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { paths } from '#web/kit/paths.ts'

/** Where else these POIs are of use, and those in sight above all. */
export function PlanningLinks({ box }: { box: Box }) {
  return (
    <nav className={styles.links} aria-label={poisTexts.planning.title}>
      <ButtonLink kind="secondary" to={paths.routeCheck}>
        {poisTexts.planning.routeCheck}
      </ButtonLink>
      <ButtonLink kind="secondary" to={paths.poiExchange + areaLinkOf(box)}>
        {poisTexts.planning.exchange}
      </ButtonLink>
    </nav>
  )
}

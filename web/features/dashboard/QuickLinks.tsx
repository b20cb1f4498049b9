import { Link } from 'react-router'
import { Small } from '#web/kit/Small.tsx'
import { paths } from '#web/kit/paths.ts'
import styles from './cards.module.css'
import { dashboardTexts } from './texts.ts'

const texts = dashboardTexts.links

const links = [
  { to: paths.pois, title: texts.pois, hint: texts.poisHint },
  { to: paths.poiConfiguration, title: texts.configuration, hint: texts.configurationHint },
  { to: paths.tracking, title: texts.tracking, hint: texts.trackingHint },
  { to: paths.devices, title: texts.devices, hint: texts.devicesHint },
]

export function QuickLinks() {
  return (
    <nav aria-label={texts.title}>
      <ul className={styles.links}>
        {links.map(({ to, title, hint }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              <strong>{title}</strong>
              <Small as="span">{hint}</Small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { paths } from '#web/browser/paths.ts'
import styles from './cards.module.css'
import { dashboardTexts } from './texts.ts'
import { Link } from '#web/ui/controls/Link.tsx'

const texts = dashboardTexts.links

const links = [
  { to: paths.pois, title: texts.pois },
  { to: paths.poiConfiguration, title: texts.configuration },
  { to: paths.tracking, title: texts.tracking },
  { to: paths.devices, title: texts.devices },
]

export function QuickLinks() {
  return (
    <nav aria-label={texts.title}>
      <ul className={styles.links}>
        {links.map(({ to, title }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

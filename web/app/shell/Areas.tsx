import { Suspense } from 'react'
import '#web/app/offline/network-news.ts'
import styles from '#web/app/shell/Areas.module.css'
import { DeviceIcon, HomeIcon, MapIcon, TrackIcon } from '#web/app/shell/area-icons.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { lazyExtra } from '#web/browser/lazy-with-retry.ts'
import { whenDrawn } from '#web/browser/when-idle.ts'
import { paths } from '#web/browser/paths.ts'
import { AreaLink } from '#web/ui/controls/Link.tsx'

const areas = [
  { to: paths.dashboard, label: 'Start', Icon: HomeIcon },
  { to: paths.pois, label: 'Karte', Icon: MapIcon },
  { to: paths.tracking, label: 'Tracking', Icon: TrackIcon },
  { to: paths.devices, label: 'Geräte', Icon: DeviceIcon },
]

/** Says when the server cannot be reached, and keeps what is needed then. It is not what the eye looks for first. */
const Offline = lazyExtra(async () => {
  await new Promise<void>(whenDrawn)
  return (await import('#web/app/offline/Offline.tsx')).Offline
})

/** The four areas that riders go to most: below the thumb on a phone, a rail beside the page on a wide window. */
export function Areas() {
  return (
    <>
      <Suspense>
        <Offline />
      </Suspense>
      <nav className={styles.areas} aria-label="Bereiche">
        {areas.map(({ to, label, Icon }) => (
          <AreaLink key={to} to={to} className={classes(styles.area)}>
            <Icon className={styles.icon} />
            {label}
          </AreaLink>
        ))}
      </nav>
    </>
  )
}

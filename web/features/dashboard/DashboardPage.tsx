import { useUser } from '#web/api/session.ts'
import { greetingAt } from '#domain/greeting.ts'
import { useNow } from '#web/kit/clock.ts'
import { formatTime, formatWeekday } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { CameraStatus } from './CameraStatus.tsx'
import styles from './DashboardPage.module.css'
import { FunFact } from './FunFact.tsx'
import { QuickLinks } from './QuickLinks.tsx'
import { RidingWeatherCard } from './RidingWeatherCard.tsx'
import { dashboardTexts as texts } from './texts.ts'
import { TrafficTiles } from './TrafficTiles.tsx'

const clockMs = 60_000

/** /dashboard: a first look. Its figures are samples, and it says so. */
export function DashboardPage() {
  const now = useNow(clockMs)
  const user = useUser()
  return (
    <Page title={texts.title}>
      <div className={styles.greeting}>
        <h2 className={styles.hello}>
          {greetingAt(now.toISOString())}, {user?.email ?? 'Benutzer'}
        </h2>
        <p className={styles.date}>
          {formatWeekday(now)} · <time dateTime={now.toISOString()}>{formatTime(now)}</time> Uhr
        </p>
      </div>
      <QuickLinks />
      <Notice kind="info" live={false}>
        {texts.sampleNote}
      </Notice>
      <div className={styles.grid}>
        <RidingWeatherCard />
        <CameraStatus />
        <TrafficTiles />
        <FunFact />
      </div>
    </Page>
  )
}

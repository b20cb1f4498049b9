import { useState } from 'react'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { clock, useNow } from '#web/browser/clock.ts'
import { type Notice, noticesOf } from './notices.ts'
import styles from './Notices.module.css'
import type { RideView } from './ride.ts'

/** What keeps warnings from coming, and what there is to know: a sentence when it begins, a few words afterwards. */
export function Notices({ view, isAwake }: { view: RideView; isAwake: boolean }) {
  const now = useNow(secondMs)
  return (
    <div className={styles.notices} role="status">
      {noticesOf(view, isAwake, now).map((notice) => (
        <NoticeLine key={notice.kind} notice={notice} now={now} />
      ))}
    </div>
  )
}

function NoticeLine({ notice, now }: { notice: Notice; now: Date }) {
  const [since] = useState(clock.now)
  const isNew = now.getTime() - since.getTime() < ridingLimits.noticeSeconds * secondMs
  return <p className={isNew ? styles.full : styles.short}>{isNew ? notice.full : notice.short}</p>
}

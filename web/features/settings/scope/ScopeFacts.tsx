import type { ReactNode } from 'react'
import type { Instant } from '#contract/base/place.ts'
import styles from './ScopeFacts.module.css'
import type { StoredSettings } from '../settings-form.ts'
import { configurationTexts } from '../texts.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { useNow } from '#web/browser/clock.ts'
import { formatAgo, formatDayTime, formatNumber } from '#web/texts/formats.ts'

const texts = configurationTexts.scope

/** How old an account's settings are, and when they were last loaded. */
export function AccountFacts({ stored, syncedAt }: { stored: StoredSettings; syncedAt: Instant }) {
  const now = useNow(30_000)
  return (
    <dl className={styles.facts}>
      <Fact name={texts.changed}>{versionOf(stored) ?? texts.neverChanged}</Fact>
      <Fact name={texts.synced}>{formatAgo(syncedAt, now)}</Fact>
    </dl>
  )
}

/** The settings that a device should have, and how far it has taken them over. */
export function DeviceFacts({ stored }: { stored: StoredSettings }) {
  const { applied, version } = stored
  return (
    <dl className={styles.facts}>
      <Fact name={texts.wanted}>{versionOf(stored) ?? texts.followsAccount}</Fact>
      <Fact name={texts.applied}>
        {applied === null ? (
          <Badge kind="warning">{texts.notApplied}</Badge>
        ) : (
          <>
            {texts.version(formatNumber(applied.version), formatDayTime(applied.at))}{' '}
            <Badge kind={applied.version < version ? 'warning' : 'success'}>
              {applied.version < version ? texts.behind : texts.upToDate}
            </Badge>
          </>
        )}
      </Fact>
    </dl>
  )
}

function versionOf({ version, updatedAt }: StoredSettings): string | null {
  return updatedAt === null ? null : texts.version(formatNumber(version), formatDayTime(updatedAt))
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

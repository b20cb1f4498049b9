import { IconKey } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { devices } from '#contract/devices.ts'
import { licences } from '#contract/licences.ts'
import { useConfig } from '#web/api/config.ts'
import { useCall } from '#web/api/queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { useNow } from '#web/kit/clock.ts'
import { EmptyState, LoadFailure } from '#web/kit/EmptyState.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { ActivateLicenceDialog } from './ActivateLicenceDialog.tsx'
import { LicenceRow } from './LicenceRow.tsx'
import { licenceCounts } from './licence-words.ts'
import { listProblem } from './problems.ts'
import styles from './sections.module.css'
import { licenceTexts } from './texts.ts'

/** The licences of the account, and the way to redeem a key. */
export function LicenceSection() {
  const list = useCall(licences.list)
  const owned = useCall(devices.list)
  const config = useConfig()
  const now = useNow(60_000)
  const [activating, setActivating] = useState(false)
  const titleId = useId()

  const problem = list.error === null ? null : listProblem(list.error, licenceTexts.failed)
  const isEmpty = list.data?.length === 0
  const activate = (
    <Button kind="secondary" onClick={() => setActivating(true)}>
      <IconKey size={20} aria-hidden="true" />
      {licenceTexts.activate}
    </Button>
  )

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div>
          <h2 id={titleId}>{licenceTexts.title}</h2>
          {!isEmpty && <Overview />}
        </div>
        {!isEmpty && activate}
      </div>
      {problem !== null && (
        <LoadFailure
          title={problem.title}
          error={problem.detail}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && (
        <div className={styles.rowPlace}>
          <Skeleton lines={0} label={licenceTexts.loading} />
        </div>
      )}
      {isEmpty && (
        <EmptyState title={licenceTexts.emptyTitle} actions={activate} level={3}>
          {licenceTexts.empty}
        </EmptyState>
      )}
      {list.data !== undefined && (
        <ul className={styles.rows}>
          {list.data.map((licence) => (
            <LicenceRow
              key={licence.id}
              licence={licence}
              devices={owned.data ?? []}
              shopUrl={config?.shopUrls[licence.licenseType] ?? null}
              now={now}
            />
          ))}
        </ul>
      )}
      <ActivateLicenceDialog opened={activating} onClose={() => setActivating(false)} devices={owned.data ?? []} />
    </section>
  )
}

/** All licences in one line, and when the next one ends. */
function Overview() {
  const { data: overview } = useCall(licences.overview)
  if (overview === undefined || overview.total === 0) return null
  const next = overview.nextExpiry === null ? '' : ` ${licenceTexts.nextExpiry(overview.nextExpiry)}`
  return (
    <p className={styles.lead}>
      {licenceCounts(overview).join(' · ')}.{next}
    </p>
  )
}

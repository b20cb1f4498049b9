import { IconKey } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { devices } from '#contract/devices/devices.ts'
import { licences } from '#contract/licences/licences.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { useNow } from '#web/browser/clock.ts'
import { EmptyState, LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { ActivateLicenceDialog } from './ActivateLicenceDialog.tsx'
import { LicenceRow } from './LicenceRow.tsx'
import { licenceCounts } from './licence-words.ts'
import { listProblem } from '#web/shared/devices/list-problem.ts'
import styles from './LicenceSection.module.css'
import { licenceTexts } from './texts.ts'

/** The licences of the account, folded below their count, and the way to redeem a key: each device says its own. */
export function LicenceSection() {
  const list = useCall(licences.list)
  const owned = useCall(devices.list)
  const config = useConfig()
  const now = useNow(60_000)
  const overview = useOverviewInWords()
  const [activating, setActivating] = useState(false)

  const problem = list.error === null ? null : listProblem(list.error, licenceTexts.failed)
  // Rows are drawn bit by bit: a phone answers a tap in between.
  const shown = useDeferredValue(list.data)
  const isEmpty = shown?.length === 0
  const activate = (
    <Button kind="secondary" onClick={() => setActivating(true)}>
      <IconKey size={20} aria-hidden="true" />
      {licenceTexts.activate}
    </Button>
  )

  return (
    <Section title={licenceTexts.title} action={!isEmpty && activate}>
      {problem !== null && (
        <LoadFailure
          title={problem.title}
          error={problem.detail}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {shown === undefined && list.error === null && (
        <div className={styles.rowPlace}>
          <Skeleton lines={0} label={licenceTexts.loading} />
        </div>
      )}
      {isEmpty && (
        <EmptyState title={licenceTexts.emptyTitle} actions={activate} level={3}>
          {licenceTexts.empty}
        </EmptyState>
      )}
      {shown !== undefined && !isEmpty && (
        <details>
          <Summary>{overview ?? licenceTexts.title}</Summary>
          <PlainList gap={3}>
            {shown.map((licence) => (
              <LicenceRow
                key={licence.id}
                licence={licence}
                devices={owned.data ?? []}
                shopUrl={config?.shopUrls[licence.licenseType] ?? null}
                now={now}
              />
            ))}
          </PlainList>
        </details>
      )}
      <ActivateLicenceDialog opened={activating} onClose={() => setActivating(false)} devices={owned.data ?? []} />
    </Section>
  )
}

/** All licences in one line, and when the next one ends. */
function useOverviewInWords(): string | undefined {
  const { data: overview } = useCall(licences.overview)
  if (overview === undefined || overview.total === 0) return undefined
  const next = overview.nextExpiry === null ? '' : ` ${licenceTexts.nextExpiry(overview.nextExpiry)}`
  return `${licenceCounts(overview).join(' · ')}.${next}`
}

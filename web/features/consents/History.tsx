import { type ConsentEntry, consents } from '#contract/consents/consents.ts'
import { type ShownText, TextOnDemand } from './ConsentRow.tsx'
import styles from './consents.module.css'
import { consentsTexts as texts } from './texts.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { purposeNames, saidInWords } from '#web/texts/consents.ts'
import { Small } from '#web/ui/layout/Small.tsx'

interface HistoryProps {
  /** Where each page begins; null: with the newest entry. */
  befores: readonly (string | null)[]
  onOlder(before: string): void
}

/** Every word that was said, newest first. */
export function History({ befores, onOlder }: HistoryProps) {
  return (
    <Stack gap={3}>
      {befores.map((before, index) => (
        <HistoryPage key={before ?? ''} before={before} isLast={index === befores.length - 1} onOlder={onOlder} />
      ))}
    </Stack>
  )
}

interface HistoryPageProps {
  before: string | null
  isLast: boolean
  onOlder(before: string): void
}

function HistoryPage({ before, isLast, onOlder }: HistoryPageProps) {
  const { data, error, isFetching, refetch } = useCall(consents.list, { query: before === null ? {} : { before } })
  if (data === undefined) {
    if (error === null) return <Skeleton lines={3} label={texts.loading} />
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const { entries, next, texts: all } = data
  return (
    <>
      <PlainList>
        {entries.map((entry) => (
          <HistoryEntry
            key={entry.id}
            entry={entry}
            text={all.find(({ purpose, version }) => purpose === entry.purpose && version === entry.version)}
          />
        ))}
      </PlainList>
      {isLast && next !== null && (
        <div>
          <Button kind="secondary" onClick={() => onOlder(next)}>
            {texts.older}
          </Button>
        </div>
      )}
    </>
  )
}

function HistoryEntry({ entry, text }: { entry: ConsentEntry; text: ShownText | undefined }) {
  const { purpose, deviceName, actor } = entry
  return (
    <li className={styles.entry}>
      <p>
        <strong>{purposeNames[purpose]}</strong>
        {deviceName !== null && ` · ${deviceName}`}
      </p>
      <Small>
        {saidInWords(entry)}
        {texts.actors[actor]}
      </Small>
      <TextOnDemand text={text} />
    </li>
  )
}

import { useState } from 'react'
import type { Reply } from '#contract/base/endpoint.ts'
import { type OwnPoiFile, ownPoiFileBytes, poiExchange, type Skipped } from '#contract/poi-exchange/poi-exchange.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import styles from './PoiExchange.module.css'
import { RemoveOwnPois } from './RemoveOwnPois.tsx'
import { poiExchangeTexts } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { FileDrop } from '#web/ui/fields/FileDrop.tsx'
import { counted, formatDayTime, formatNumber } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'

const texts = poiExchangeTexts.import

interface OwnPoisCardProps {
  /** Undefined: not loaded. */
  files: readonly OwnPoiFile[] | undefined
  failed: boolean
  busy: boolean
  onRetry(): void
}

/** The user's own POIs: read from a file, listed by file, removed all at once. */
export function OwnPoisCard({ files, failed, busy, onRetry }: OwnPoisCardProps) {
  const [fault, setFault] = useState<string | null>(null)
  const read = useAction(poiExchange.import, [poiExchange.ownFiles])
  const [given, give] = useState<File | null>(null)
  const send = (file: File, swapped?: 'turn' | 'keep') =>
    read.mutate({ query: { name: file.name.slice(-200), ...(swapped !== undefined && { swapped }) }, file })
  const take = (file: File) => {
    give(file)
    setFault(file.size > ownPoiFileBytes ? texts.tooLarge : null)
    if (file.size > ownPoiFileBytes) return read.reset()
    send(file)
  }
  const wrong = fault ?? (read.error === null ? null : messageOf(read.error))
  const isQuestion = fault === null && read.error?.code === 'COORDINATES_SWAPPED'
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        {isQuestion && given !== null && (
          <Notice
            kind="warning"
            title={texts.swapped.title}
            actions={
              <>
                <Button onClick={() => send(given, 'turn')}>{texts.swapped.turn}</Button>
                <Button kind="secondary" onClick={() => send(given, 'keep')}>
                  {texts.swapped.keep}
                </Button>
              </>
            }
          >
            {wrong}
          </Notice>
        )}
        {wrong !== null && !isQuestion && (
          <Notice kind="danger" title={texts.failed}>
            {wrong}
          </Notice>
        )}
        {read.isSuccess && <ReadNotice read={read.data} />}
        <FileDrop
          label={texts.choose}
          lead={texts.drop}
          hint={texts.hint}
          accept=".gpx,.kml,.kmz,.csv,.txt,.ov2,.zip"
          onFile={take}
        />
        {read.isPending && <Skeleton lines={1} label={texts.busy} />}
        {failed && <LoadFailure title={texts.loadFailed} onRetry={onRetry} busy={busy} />}
        {files !== undefined && <FileList files={files} />}
      </Stack>
    </Card>
  )
}

function ReadNotice({ read: { file, skipped, shortened } }: { read: Reply<typeof poiExchange.import> }) {
  return (
    <Notice kind={skipped.length === 0 ? 'success' : 'warning'} title={texts.done(poisInWords(file.pois), file.name)}>
      {skipped.map((reason) => (
        <p key={reason.reason}>{skippedInWords(reason)}</p>
      ))}
      {shortened > 0 && <p>{texts.shortened(poisInWords(shortened))}</p>}
    </Notice>
  )
}

function FileList({ files }: { files: readonly OwnPoiFile[] }) {
  if (files.length === 0) return <Small>{texts.none}</Small>
  const total = files.reduce((sum, { pois }) => sum + pois, 0)
  return (
    <>
      <h3>{texts.listTitle}</h3>
      <PlainList gap={2}>
        {files.map(({ name, format, pois, readAt }) => (
          <li key={`${readAt} ${name}`} className={styles.file}>
            <strong>{name}</strong>
            <Small as="span">{texts.file(texts.formats[format], poisInWords(pois), formatDayTime(readAt))}</Small>
          </li>
        ))}
      </PlainList>
      <RemoveOwnPois total={poisInWords(total)} />
    </>
  )
}

/** `3 Einträge übersprungen: Die Koordinaten fehlen … (Zeile 4, 8, 15)` */
function skippedInWords({ reason, count, lines }: Skipped): string {
  const numbers = lines.map((line) => formatNumber(line)).join(', ')
  const [one, many] = texts.entries
  const more = count > lines.length ? texts.more : ''
  return texts.skipped(counted(count, one ?? '', many ?? ''), texts.reasons[reason], texts.lines(numbers) + more)
}

function poisInWords(count: number): string {
  const [one, many] = texts.pois
  return counted(count, one ?? '', many ?? '')
}

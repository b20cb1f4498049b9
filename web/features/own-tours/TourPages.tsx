import { useState } from 'react'
import { type OwnTour, ownTours } from '#contract/own-tours/own-tours.ts'
import { berlinDay } from '#domain/time/time.ts'
import styles from './OwnTours.module.css'
import { ownToursTexts as texts } from './texts.ts'
import { TourMap } from './TourMap.tsx'
import { detailOf, nameOf } from './tour-words.ts'
import { useAction } from '#web/api/queries/action.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { closeWithNotice } from '#web/forms/close-with-notice.ts'
import { formatWeekday } from '#web/texts/formats.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { EmptyState, LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Entry, EntryList } from '#web/ui/text/EntryList.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface ShownTour {
  shown: string | null
  /** Null: none any more. */
  onShow(tourId: string | null): void
}

/** All tours, the latest day first, page by page. */
export function TourPages(props: ShownTour) {
  const [befores, setBefores] = useState<readonly (string | null)[]>([null])
  return (
    <Card title={texts.list}>
      <Stack gap={3}>
        {befores.map((before, index) => (
          <TourPage
            key={before ?? ''}
            {...props}
            before={before}
            onOlder={index === befores.length - 1 ? (next) => setBefores([...befores, next]) : null}
          />
        ))}
      </Stack>
    </Card>
  )
}

interface TourPageProps extends ShownTour {
  before: string | null
  /** Null: the next page is shown already. */
  onOlder: ((before: string) => void) | null
}

function TourPage({ before, onOlder, ...props }: TourPageProps) {
  const { data, error, isFetching, refetch } = useCall(ownTours.list, { query: before === null ? {} : { before } })
  if (data === undefined) {
    if (error === null) return <Skeleton lines={4} label={texts.loading} />
    return <LoadFailure title={texts.loadFailed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const { tours, next } = data
  if (tours.length === 0 && before === null) {
    return (
      <EmptyState title={texts.none} level={3}>
        {texts.noneText}
      </EmptyState>
    )
  }
  return (
    <>
      {daysOf(tours).map(([day, ofDay]) => (
        <section key={day.beganAt}>
          <h3 className={styles.day}>{formatWeekday(day.beganAt)}</h3>
          <EntryList label={formatWeekday(day.beganAt)}>
            {ofDay.map((tour) => (
              <TourEntry key={tour.id} {...props} tour={tour} />
            ))}
          </EntryList>
        </section>
      ))}
      {next !== null && onOlder !== null && (
        <Button kind="secondary" onClick={() => onOlder(next)}>
          {texts.older}
        </Button>
      )}
      {before === null && <RemoveAll onShow={props.onShow} />}
    </>
  )
}

/** Tours of one German day together, each with the first of them. */
function daysOf(tours: readonly OwnTour[]): (readonly [OwnTour, OwnTour[]])[] {
  const days = new Map<string, [OwnTour, OwnTour[]]>()
  for (const tour of tours) {
    const day = berlinDay(tour.beganAt)
    const known = days.get(day)
    if (known === undefined) days.set(day, [tour, [tour]])
    else known[1].push(tour)
  }
  return [...days.values()]
}

function TourEntry({ tour, shown, onShow }: ShownTour & { tour: OwnTour }) {
  const remove = useAction(ownTours.remove, [ownTours.list])
  const confirm = (close: () => void) => {
    if (shown === tour.id) onShow(null)
    remove.mutate({ params: { tourId: tour.id } }, closeWithNotice(close, texts.removed))
  }
  return (
    <>
      <Entry
        name={nameOf(tour)}
        detail={detailOf(tour)}
        words={texts}
        removing={remove.isPending}
        onChange={() => onShow(tour.id)}
        onRemove={confirm}
      />
      {shown === tour.id && (
        <li>
          <TourMap tourId={tour.id} />
        </li>
      )}
    </>
  )
}

function RemoveAll({ onShow }: Pick<ShownTour, 'onShow'>) {
  const remove = useAction(ownTours.removeAll, [ownTours.list])
  const confirm = (close: () => void) => {
    onShow(null)
    remove.mutate({}, closeWithNotice(close, texts.removedAll))
  }
  return (
    <div>
      <AskingButton action={texts.removeAll} title={texts.removeAllTitle} busy={remove.isPending} onConfirm={confirm}>
        <p>{texts.removeText}</p>
      </AskingButton>
    </div>
  )
}

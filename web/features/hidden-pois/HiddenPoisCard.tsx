import { type HiddenPoi, hiddenPois } from '#contract/hidden-pois/hidden-pois.ts'
import { hiddenPoisTexts as texts } from './texts.ts'
import { changedByHiding } from './use-hidden-pois.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { formatDayTime, formatNumber } from '#web/texts/formats.ts'
import { notify } from '#web/ui/text/notify.ts'
import { poiTypeNames } from '#web/texts/pois.ts'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'

/** What the user has hidden, each to be shown again. */
export function HiddenPoisCard() {
  const { data, error, isFetching, refetch } = useCall(hiddenPois.list)
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <p>{texts.lead}</p>
        {data === undefined ? (
          error === null ? (
            <Small>{texts.loading}</Small>
          ) : (
            <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
          )
        ) : data.pois.length === 0 ? (
          <Small>{texts.none}</Small>
        ) : (
          <EntryList label={texts.title}>
            {data.pois.map((poi) => (
              <Hidden key={poi.id} poi={poi} />
            ))}
          </EntryList>
        )}
      </Stack>
    </Card>
  )
}

function Hidden({ poi }: { poi: HiddenPoi }) {
  const show = useAction(hiddenPois.show, changedByHiding)
  const name = poiTypeNames[poi.poiType]
  const press = () =>
    show.mutate(
      { params: { id: poi.id } },
      {
        onSuccess: () => notify('success', texts.shown),
        onError: (error) => notify('danger', messageOf(error)),
      },
    )
  return (
    <EntryRow
      name={name}
      actions={
        <Button kind="secondary" aria-label={texts.showOf(name)} busy={show.isPending} onClick={press}>
          {texts.show}
        </Button>
      }
    >
      <Small>{whereOf(poi)}</Small>
      <Small>{texts.since(formatDayTime(poi.hiddenAt))}</Small>
    </EntryRow>
  )
}

/** Its address, or its place where the source names none. */
function whereOf({ street, postcode, city, latitude, longitude }: HiddenPoi): string {
  const town = [postcode, city].filter(Boolean).join(' ')
  const address = [street, town].filter(Boolean).join(', ')
  return address === '' ? `${formatNumber(latitude, 4)}, ${formatNumber(longitude, 4)}` : address
}

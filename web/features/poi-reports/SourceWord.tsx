import { poiReports } from '#contract/poi-reports/poi-reports.ts'
import type { Place } from '#contract/base/place.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { reportTexts } from './texts.ts'
import { changedByReports } from './changed-by-reports.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { sharedNearness } from '#web/shared/places/nearness.ts'
import { notify } from '#web/ui/text/notify.ts'
import { doubtNames } from '#web/texts/pois.ts'

const texts = reportTexts.ofSource

/** That readers doubt what a source says, if they do. */
export function SourceDoubt({ poi }: { poi: Poi }) {
  if (poi.details.doubted !== true) return null
  return (
    <p>
      <Badge kind="warning">{doubtNames.doubted}</Badge> {texts.doubted}
    </p>
  )
}

/**
 * Buttons for readers who know whether a source is right.
 * @param own where the reader is, if that is known.
 */
export function SourceWord({ poi, own }: { poi: Poi; own: Place | null }) {
  const metres = own === null ? null : distanceMetres(own, poi)
  return (
    <>
      <WordButton endpoint={poiReports.confirm} id={poi.id} metres={metres} name={texts.right} />
      <WordButton endpoint={poiReports.deny} id={poi.id} metres={metres} name={texts.wrong} />
    </>
  )
}

interface WordButtonProps {
  endpoint: typeof poiReports.confirm | typeof poiReports.deny
  id: string
  metres: number | null
  name: string
}

function WordButton({ endpoint, id, metres, name }: WordButtonProps) {
  const say = useAction(endpoint, changedByReports)
  const press = () =>
    say.mutate(
      { params: { id }, query: { nearness: sharedNearness(metres) } },
      {
        onSuccess: () => notify('success', texts.thanks),
        onError: (error) => notify('danger', messageOf(error)),
      },
    )
  return (
    <Button kind="secondary" busy={say.isPending} onClick={press}>
      {name}
    </Button>
  )
}

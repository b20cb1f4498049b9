import { useState } from 'react'
import type { Reply } from '#contract/base/endpoint.ts'
import { ownTours } from '#contract/own-tours/own-tours.ts'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import { ownToursProblems } from '#contract/own-tours/own-tours-problems.ts'
import { ownToursTexts } from './texts.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { useSession } from '#web/api/session/session.ts'
import { counted } from '#web/texts/formats.ts'
import { FileDrop } from '#web/ui/fields/FileDrop.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Details } from '#web/ui/text/Details.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

const texts = ownToursTexts.import

/** Reads a file, and says what became of it. */
export function ReadingCard() {
  const isDemo = useSession().user?.demo === true
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        {isDemo ? <Small>{texts.demo}</Small> : <Reading />}
        <Details line={texts.where}>
          <ul>
            {texts.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </Details>
      </Stack>
    </Card>
  )
}

function Reading() {
  const [isTooLarge, setTooLarge] = useState(false)
  const read = useAction(ownTours.import, [ownTours.list])
  const take = (file: File) => {
    // A gigabyte is not sent first to be refused then.
    setTooLarge(file.size > ownToursLimits.fileBytes)
    if (file.size > ownToursLimits.fileBytes) read.reset()
    else read.mutate({ file })
  }
  const refused = read.error === null ? null : messageOf(read.error)
  const wrong = isTooLarge ? ownToursProblems.OWN_TOURS_FILE_TOO_LARGE.message : refused
  return (
    <>
      {wrong !== null && (
        <Notice kind="danger" title={texts.failed}>
          {wrong}
        </Notice>
      )}
      {read.isSuccess && <ReadNotice read={read.data} />}
      <FileDrop
        label={texts.choose}
        lead={texts.drop}
        hint={texts.hint}
        accept=".gpx,.json,.csv,.rec,.txt"
        onFile={take}
      />
      {read.isPending && <Skeleton lines={1} label={texts.busy} />}
    </>
  )
}

function ReadNotice({ read: { tours, points } }: { read: Reply<typeof ownTours.import> }) {
  const left = [
    { count: points.known, words: texts.known },
    { count: points.hidden, words: texts.hidden },
    { count: points.unusable, words: texts.unusable },
  ].filter(({ count }) => count > 0)
  return (
    <Notice kind="success" title={texts.done(inWords(tours, texts.tours), inWords(points.added, texts.points))}>
      {left.map(({ count, words }) => (
        <p key={words('')}>{words(inWords(count, texts.left))}</p>
      ))}
    </Notice>
  )
}

function inWords(count: number, [one = '', many = '']: readonly string[]): string {
  return counted(count, one, many)
}

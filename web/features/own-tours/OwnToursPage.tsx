import { useState } from 'react'
import { ownTours } from '#contract/own-tours/own-tours.ts'
import { KeptCard } from './KeptCard.tsx'
import styles from './OwnTours.module.css'
import { ReadingCard } from './ReadingCard.tsx'
import { ownToursTexts as texts } from './texts.ts'
import { TourPages } from './TourPages.tsx'
import { useCall } from '#web/api/queries/queries.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

/** /own-tours: tours from files of one's own, to be read, looked at and deleted. */
export function OwnToursPage() {
  const [shown, show] = useState<string | null>(null)
  const isKeptLonger = useCall(ownTours.list, { query: {} }).data?.isKeptLonger
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className={styles.ways}>
        <Stack gap={3}>
          <ReadingCard />
          {isKeptLonger !== undefined && <KeptCard isKeptLonger={isKeptLonger} />}
        </Stack>
        <TourPages shown={shown} onShow={show} />
      </div>
    </Page>
  )
}

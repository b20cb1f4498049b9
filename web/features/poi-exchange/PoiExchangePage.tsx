import { poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { ExportCard } from './ExportCard.tsx'
import { OwnPoisCard } from './OwnPoisCard.tsx'
import styles from './PoiExchange.module.css'
import { poiExchangeTexts as texts } from './texts.ts'
import { Details } from '#web/ui/text/Details.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

/** /poi-exchange: exporting POIs for navigation devices, and importing own POIs from them. */
export function PoiExchangePage() {
  const own = useCall(poiExchange.ownFiles)
  const files = own.data?.files
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className={styles.ways}>
        <Stack gap={5}>
          <ExportCard ownPois={(files ?? []).reduce((sum, { pois }) => sum + pois, 0)} />
          <Details line={texts.legalTitle}>
            <p>{texts.legalText}</p>
          </Details>
        </Stack>
        <OwnPoisCard files={files} failed={own.isError} busy={own.isFetching} onRetry={() => void own.refetch()} />
      </div>
    </Page>
  )
}

import { poiExchange } from '#contract/poi-exchange.ts'
import { useCall } from '#web/api/queries.ts'
import { ExportCard } from './ExportCard.tsx'
import { OwnPoisCard } from './OwnPoisCard.tsx'
import { poiExchangeTexts as texts } from './texts.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'

/** /poi-exchange: POIs for navigation devices, and the user's own from them. */
export function PoiExchangePage() {
  const own = useCall(poiExchange.ownFiles)
  const files = own.data?.files
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ExportCard ownPois={(files ?? []).reduce((sum, { pois }) => sum + pois, 0)} />
      <Notice kind="warning" title={texts.legalTitle} live={false}>
        {texts.legalText}
      </Notice>
      <OwnPoisCard files={files} failed={own.isError} busy={own.isFetching} onRetry={() => void own.refetch()} />
    </Page>
  )
}

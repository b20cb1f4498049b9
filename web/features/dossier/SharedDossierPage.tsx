import { useQuery } from '@tanstack/react-query'
import { type DossierDetails, dossierLimits, dossiers, type SharedDossier } from '#contract/dossier.ts'
import { stateMeanings, stateNames } from '#domain/dossier-words.ts'
import { Facts } from './Facts.tsx'
import { LastPosition } from './LastPosition.tsx'
import styles from './SharedDossierPage.module.css'
import { dossierTexts } from './texts.ts'
import { useDocument } from './use-document.ts'
import { useLinkToken } from './use-link-token.ts'
import { call, download } from '#web/api/call.ts'
import { type CallProblem, messageOf } from '#web/api/call-problem.ts'
import { useLastingProblem } from '#web/api/lasting-problem.ts'
import { Badge } from '#web/kit/Badge.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { formatDayTime, formatImei } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'

const texts = dossierTexts.shared

/** /dossier#…: what the police see of a theft, without an account, for as long as the owner lets them. */
export function SharedDossierPage() {
  const token = useLinkToken()
  return (
    <Page title={texts.title}>
      {/* Nobody shall find it by searching. */}
      <meta name="robots" content="noindex, nofollow" />
      {token === null ? (
        <Notice kind="warning" title={texts.noLink} live={false}>
          {texts.noLinkHint}
        </Notice>
      ) : (
        <DossierOfLink key={token} token={token} />
      )}
    </Page>
  )
}

function DossierOfLink({ token }: { token: string }) {
  const asked = useQuery<SharedDossier, CallProblem>({
    // Kept in memory alone, and with the key that fetched it.
    queryKey: [dossiers.shared.path, token],
    queryFn: ({ signal }) => call(dossiers.shared, {}, { signal, token }),
    refetchInterval: ({ state }) => (isRefusal(state.error) ? false : dossierLimits.refreshSeconds * 1000),
  })
  const { data, dataUpdatedAt, isFetching, refetch } = asked
  const problem = useLastingProblem(asked)
  if (problem !== null && isRefusal(problem)) {
    return (
      <Notice kind="danger" title={texts.refused}>
        {messageOf(problem)}
      </Notice>
    )
  }
  if (data !== undefined) {
    return (
      <>
        {problem !== null && <Notice kind="warning">{texts.stale(formatDayTime(new Date(dataUpdatedAt)))}</Notice>}
        <Dossier dossier={data} token={token} />
      </>
    )
  }
  if (problem === null) return <Skeleton lines={6} label={texts.loading} />
  return <LoadFailure error={problem} busy={isFetching} onRetry={() => void refetch()} />
}

/** Whether the answer stays no; after an outage, or too many questions, the page goes on asking. */
function isRefusal(problem: CallProblem | null): boolean {
  return problem !== null && problem.status >= 400 && problem.status < 500 && problem.status !== 429
}

const badges = { PARKED: 'plain', SUSPICIOUS: 'warning', STOLEN: 'danger', RECOVERED: 'success' } as const

function Dossier({ dossier, token }: { dossier: SharedDossier; token: string }) {
  const { state, details, changes } = dossier
  const document = useDocument(() => download(dossiers.sharedDocument, {}, { token }))
  return (
    <div className={styles.page}>
      <div className={styles.place}>
        <LastPosition dossier={dossier} />
        <Button wide busy={document.isBusy} onClick={document.download}>
          {texts.document}
        </Button>
        <p className={styles.hint}>{texts.validUntil(formatDayTime(dossier.expiresAt))}</p>
      </div>
      <div className={styles.facts}>
        <Card title={texts.state} aside={<Badge kind={badges[state]}>{stateNames[state]}</Badge>}>
          <p>{stateMeanings[state]}</p>
          <Facts
            facts={changes.map(({ state: said, since }) => [
              stateNames[said],
              dossierTexts.since(formatDayTime(since)),
            ])}
          />
          {dossier.demo && <p className={styles.demo}>{texts.demo}</p>}
        </Card>
        <Card title={texts.vehicle}>
          <Facts
            facts={[
              [dossierTexts.details.plate, details.plate],
              [dossierTexts.details.brand, details.brand],
              [dossierTexts.details.model, details.model],
              [dossierTexts.details.colour, details.colour],
              [dossierTexts.details.frameNumber, details.frameNumber],
              [texts.imei, formatImei(dossier.imei)],
            ]}
          />
        </Card>
        <Card title={texts.report}>
          <Facts
            facts={[
              [dossierTexts.details.caseReference, details.caseReference],
              [dossierTexts.details.policeStation, details.policeStation],
              [texts.lastSeenAt, details.lastSeenAt && formatDayTime(details.lastSeenAt)],
              [dossierTexts.details.lastSeenPlace, details.lastSeenPlace],
            ]}
          />
        </Card>
        <Owner details={details} />
      </div>
    </div>
  )
}

/** Whom to call back, as far as the owner says so. */
function Owner({ details }: { details: DossierDetails }) {
  const facts = [
    [dossierTexts.details.ownerName, details.ownerName],
    [dossierTexts.details.ownerPhone, details.ownerPhone],
    [dossierTexts.details.ownershipProof, details.ownershipProof],
  ] as const
  const given = facts.filter(([, value]) => value !== null)
  if (given.length === 0) return null
  return (
    <Card title={texts.owner}>
      <Facts facts={given} />
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import type { DossierDetails } from '#contract/dossier/dossier-details.ts'
import { dossiers, type SharedDossier } from '#contract/dossier/dossier.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { stateMeanings, stateNames } from '#domain/dossier/dossier-words.ts'
import { DossierFacts, type Fact } from '../DossierFacts.tsx'
import { LastKnownPlace } from '../LastKnownPlace.tsx'
import { ShareButton } from './ShareButton.tsx'
import styles from './SharedDossierPage.module.css'
import { dossierTexts } from '../texts.ts'
import { useDocument } from '#web/browser/use-document.ts'
import { useLinkToken } from '#web/browser/use-link-token.ts'
import { call, download } from '#web/api/calls/call.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useStableProblem } from '#web/api/queries/stable-problem.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatDayTime, formatImei } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { IncompleteLink } from '#web/ui/layout/LinkPage.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { paths } from '#web/browser/paths.ts'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { mailedLinkTexts } from '#web/texts/mailed-link.ts'

const texts = dossierTexts.shared

/** /dossier#…: what the police see of a theft, without an account, for as long as the owner lets them. */
export function SharedDossierPage() {
  const token = useLinkToken()
  return (
    <>
      {/* Search engines must not list it. */}
      <meta name="robots" content="noindex, nofollow" />
      {token === null ? (
        <Page title={texts.title}>
          <IncompleteLink>
            <ButtonLink kind="secondary" to={paths.login}>
              {mailedLinkTexts.signIn}
            </ButtonLink>
          </IncompleteLink>
        </Page>
      ) : (
        <DossierOfLink key={token} token={token} />
      )}
    </>
  )
}

function DossierOfLink({ token }: { token: string }) {
  const asked = useQuery<SharedDossier, CallProblem>(
    {
      // Kept in memory alone, and with the key that fetched it.
      queryKey: [dossiers.shared.path, token],
      queryFn: ({ signal }) => call(dossiers.shared, {}, { signal, token }),
      refetchInterval: ({ state }) => (isRefusal(state.error) ? false : dossierLimits.refreshSeconds * secondMs),
    },
    queryClient,
  )
  const { data, dataUpdatedAt, isFetching, refetch } = asked
  const problem = useStableProblem(asked)
  if (problem !== null && isRefusal(problem)) {
    return (
      <Page title={texts.title}>
        <Notice kind="danger" title={texts.refused}>
          {messageOf(problem)}
        </Notice>
      </Page>
    )
  }
  if (data !== undefined) {
    return (
      <DossierPage dossier={data}>
        {problem !== null && <Notice kind="warning">{texts.stale(formatDayTime(new Date(dataUpdatedAt)))}</Notice>}
        <Dossier dossier={data} token={token} />
      </DossierPage>
    )
  }
  return (
    <Page title={texts.title}>
      {problem === null ? (
        <Skeleton lines={6} label={texts.loading} />
      ) : (
        <LoadFailure error={problem} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

/** Titled by the vehicle: its plate, as it is looked for on the road. */
function DossierPage({ dossier: { state, details }, children }: { dossier: SharedDossier; children: ReactNode }) {
  const vehicle = vehicleInWords(details)
  return (
    <Page
      title={details.plate === null ? vehicle || texts.title : <Plate large text={details.plate} />}
      lead={details.plate === null || vehicle === '' ? texts.title : texts.ofVehicle(vehicle)}
      actions={<Badge kind={badges[state]}>{stateNames[state]}</Badge>}
    >
      {children}
    </Page>
  )
}

function vehicleInWords({ brand, model, colour }: DossierDetails): string {
  const name = [brand, model].filter((part) => part !== null).join(' ')
  return [name, colour].filter((part) => part !== null && part !== '').join(', ')
}

/** Whether the refusal is final. After an outage or too many requests the page goes on asking. */
function isRefusal(problem: CallProblem | null): boolean {
  return problem !== null && problem.status >= 400 && problem.status < 500 && problem.status !== 429
}

const badges = { PARKED: 'plain', SUSPICIOUS: 'warning', STOLEN: 'danger', RECOVERED: 'success' } as const

function Dossier({ dossier, token }: { dossier: SharedDossier; token: string }) {
  const { state, details, changes } = dossier
  const report: readonly Fact[] = [
    [dossierTexts.details.caseReference, details.caseReference],
    [dossierTexts.details.policeStation, details.policeStation],
    [texts.lastSeenAt, details.lastSeenAt && formatDayTime(details.lastSeenAt)],
    [dossierTexts.details.lastSeenPlace, details.lastSeenPlace],
  ]
  const owner: readonly Fact[] = [
    [dossierTexts.details.ownerName, details.ownerName],
    [dossierTexts.details.ownerPhone, details.ownerPhone],
    [dossierTexts.details.ownershipProof, details.ownershipProof],
  ]
  return (
    <>
      <div className={styles.page}>
        <Stack gap={3}>
          <LastKnownPlace dossier={dossier} />
          <Small>{texts.validUntil(formatDayTime(dossier.expiresAt))}</Small>
        </Stack>
        <Stack gap={3}>
          <Card title={texts.state}>
            <p>{stateMeanings[state]}</p>
            <DossierFacts
              facts={changes.map(({ state: said, since }) => [
                stateNames[said],
                dossierTexts.since(formatDayTime(since)),
              ])}
            />
            {dossier.demo && <p className={styles.demo}>{texts.demo}</p>}
          </Card>
          <Card title={texts.vehicle}>
            <DossierFacts
              facts={[
                [dossierTexts.details.brand, details.brand],
                [dossierTexts.details.model, details.model],
                [dossierTexts.details.colour, details.colour],
                [dossierTexts.details.frameNumber, details.frameNumber],
                [texts.imei, formatImei(dossier.imei)],
              ]}
            />
          </Card>
          <FactsCard title={texts.report} facts={report} />
          {/* Whom to call back, as far as the owner says so. */}
          <FactsCard title={texts.owner} facts={owner} />
        </Stack>
      </div>
      <DossierBar token={token} plate={details.plate} />
    </>
  )
}

/** Nothing of what it would say is known: then it is not there. */
function FactsCard({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.every(([, value]) => value === null)) return null
  return (
    <Card title={title}>
      <DossierFacts facts={facts} />
    </Card>
  )
}

/** What to do with the dossier, below the thumb: pass it on, keep it. */
function DossierBar({ token, plate }: { token: string; plate: string | null }) {
  const document = useDocument(() => download(dossiers.sharedDocument, {}, { token }))
  const title = plate === null ? texts.title : `${texts.title} ${plate}`
  return (
    <div className={styles.bar}>
      <ShareButton title={title} url={window.location.href} />
      <Button kind="primary" busy={document.isBusy} aria-label={texts.documentName} onClick={document.download}>
        {texts.document}
      </Button>
    </div>
  )
}

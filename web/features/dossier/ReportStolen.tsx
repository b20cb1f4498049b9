import { useState } from 'react'
import { dossiers } from '#contract/dossier.ts'
import { mayFollow } from '#domain/dossier/dossier.ts'
import { StateForm } from './StateForm.tsx'
import { dossierTexts } from './texts.ts'
import { isConnectionProblem } from '#web/api/call-problem.ts'
import { useLastingProblem } from '#web/api/lasting-problem.ts'
import { useCall } from '#web/api/queries.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'

interface ReportStolenProps {
  deviceId: string
  /** After it was reported: what follows is in the dossier. */
  onDone(): void
  onClose(): void
}

const unknownDossier = { changes: [], beganAt: null }
const { title } = dossierTexts.steps.STOLEN

/** Reports the vehicle as stolen, from wherever its owner learns of it. */
export function ReportStolen({ opened, ...props }: ReportStolenProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title}>
      {opened && <Question {...props} />}
    </Dialog>
  )
}

function Question({ deviceId, onDone, onClose }: ReportStolenProps) {
  const asked = useCall(dossiers.show, { params: { deviceId } })
  const problem = useLastingProblem(asked)
  const { data, isFetching, refetch } = asked
  // The form stays until its own call has ended: the new state may be fetched before that.
  const [hasAsked, setHasAsked] = useState(false)
  if (!hasAsked && data !== undefined && mayFollow(data.state, 'STOLEN')) setHasAsked(true)
  // Nobody waits for a network with a theft. What the server knows of a movement is missing then.
  const isUnreached = problem !== null && isConnectionProblem(problem)
  if (!hasAsked && data === undefined && isUnreached) setHasAsked(true)
  if (data === undefined && !hasAsked) {
    if (problem === null) return <Skeleton lines={3} label={dossierTexts.loading} />
    return <LoadFailure title={dossierTexts.failed} error={problem} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (!hasAsked) return <p>{dossierTexts.alreadyStolen}</p>
  return <StateForm {...{ deviceId, onDone }} onCancel={onClose} dossier={data ?? unknownDossier} state="STOLEN" />
}

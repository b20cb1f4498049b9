import { stepUp, type ProofKind } from '#contract/auth/step-up.ts'
import { useCall } from '#web/api/queries/queries.ts'
import type { StepUpQuestion } from '#web/api/session/step-up.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { stepUpTexts } from './step-up-texts.ts'
import { CodeProofForm, PasskeyProofButton, PasswordProofForm } from './StepUpForms.tsx'

/** Asks the visitor to prove who they are, before a call that needs it is made again. Closing it is a no. */
export function StepUpDialog({ question }: { question: StepUpQuestion | null }) {
  return (
    <Dialog opened={question !== null} onClose={() => question?.answer(false)} title={stepUpTexts.title}>
      {question !== null && <Proofs answer={question.answer} />}
    </Dialog>
  )
}

const formOf = {
  password: PasswordProofForm,
  code: CodeProofForm,
  passkey: PasskeyProofButton,
} satisfies Record<ProofKind, unknown>

/** The ways in which this account can be proved. */
function Proofs({ answer }: Pick<StepUpQuestion, 'answer'>) {
  const { data, error, isFetching, refetch } = useCall(stepUp.ways, {}, { staleTime: 0 })
  if (data !== undefined) {
    return (
      <Stack gap={3}>
        <p>{stepUpTexts.lead}</p>
        {data.proofs.map((kind) => {
          const Form = formOf[kind]
          return <Form key={kind} answer={answer} />
        })}
      </Stack>
    )
  }
  if (error === null) return <Skeleton lines={3} label={stepUpTexts.loading} />
  return <LoadFailure title={stepUpTexts.loadFailed} error={error} busy={isFetching} onRetry={() => void refetch()} />
}

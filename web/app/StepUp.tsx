import { type ComponentType, useEffect, useState } from 'react'
import { stepUp, type StepUpQuestion } from '#web/api/session/step-up.ts'

type Asking = ComponentType<{ question: StepUpQuestion | null }>

/** Asks in whatever screen, when a call needs a fresh proof of who the visitor is. The dialogue is loaded on first use. */
export function StepUp() {
  const [question, setQuestion] = useState<StepUpQuestion | null>(null)
  const [Asking, setAsking] = useState<Asking | null>(null)
  useEffect(
    () =>
      stepUp.onQuestion((next) => {
        setQuestion(next)
        if (next === null) return
        // Without its code nothing can be asked: the call's problem is shown.
        import('#web/features/auth/step-up/StepUpDialog.tsx').then(
          ({ StepUpDialog }) => setAsking(() => StepUpDialog),
          () => next.answer(false),
        )
      }),
    [],
  )
  return Asking === null ? null : <Asking question={question} />
}

import type { FormEvent, ReactNode } from 'react'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'
import styles from './LicenceForm.module.css'
import { effectTexts } from './texts.ts'

interface LicenceFormProps {
  children: ReactNode
  effects: readonly string[]
  problem: CallProblem | null
  /** The button's words. */
  action: string
  busy: boolean
  onSubmit: () => void
  onCancel: () => void
}

/** What the dialogues about licences share: the choice, its effect, what went wrong, and the buttons. */
export function LicenceForm({ children, effects, problem, action, busy, onSubmit, onCancel }: LicenceFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <DialogForm onSubmit={submit}>
      {children}
      <Effects of={effects} />
      <FormFoot problem={problem && problem.message} action={action} busy={busy} onCancel={onCancel} />
    </DialogForm>
  )
}

/** What an action will change, shown beforehand; read out again when the choice changes. */
function Effects({ of }: { of: readonly string[] }) {
  return (
    <div role="status">
      {of.length > 0 && (
        <div className={styles.effects}>
          <h3>{effectTexts.title}</h3>
          <MarkedList gap={1}>
            {of.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </MarkedList>
        </div>
      )}
    </div>
  )
}

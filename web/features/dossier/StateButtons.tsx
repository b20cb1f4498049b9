import { type FormEvent, useState } from 'react'
import { type Dossier, type DossierState, dossiers } from '#contract/dossier.ts'
import type { Instant } from '#contract/place.ts'
import { nextStates, sinceMistake } from '#domain/dossier.ts'
import { instantOfWallTime, wallTime } from '#domain/time.ts'
import styles from './Dossier.module.css'
import { dossierTexts as texts } from './texts.ts'
import { useAction } from '#web/api/action.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { Button } from '#web/kit/Button.tsx'
import { clock } from '#web/kit/clock.ts'
import { Dialog, FormFoot } from '#web/kit/Dialog.tsx'
import { createDrafts } from '#web/kit/drafts.ts'
import { notify } from '#web/kit/notify.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { useFoundDraft, useKeptDraft } from '#web/kit/use-draft.ts'

interface StateButtonsProps {
  deviceId: string
  dossier: Dossier
}

/** By device: what was to be said, and since when as it was typed. */
const drafts = createDrafts<{ state: DossierState; wall: string }>()

/** What the owner may say next about the vehicle; each is asked about before it counts. */
export function StateButtons({ deviceId, dossier }: StateButtonsProps) {
  const [asked, setAsked] = useState(useFoundDraft(drafts, deviceId)?.state ?? null)
  const close = () => setAsked(null)
  return (
    <div className={styles.buttons}>
      {nextStates[dossier.state].map((state) => (
        <Button key={state} wide kind={state === 'STOLEN' ? 'danger' : 'secondary'} onClick={() => setAsked(state)}>
          {texts.steps[state].button}
        </Button>
      ))}
      <Dialog opened={asked !== null} onClose={close} title={asked === null ? '' : texts.steps[asked].title}>
        {asked !== null && <StateForm deviceId={deviceId} state={asked} dossier={dossier} onClose={close} />}
      </Dialog>
    </div>
  )
}

interface StateFormProps extends StateButtonsProps {
  state: DossierState
  onClose(): void
}

function StateForm({ deviceId, state, dossier, onClose }: StateFormProps) {
  const set = useAction(dossiers.setState, [dossiers.show])
  // Left as it is, it means the alarm, or this very moment to the second.
  const [proposed] = useState(() => dossier.suggestion?.seenAt ?? null)
  const [shown] = useState(() => wallTime(proposed ?? clock.now().toISOString()))
  const found = useFoundDraft(drafts, deviceId)
  const [wall, setWall] = useState(found?.wall ?? shown)
  useKeptDraft(drafts, deviceId, () => (wall === shown ? null : { state, wall }))
  const [mistake, setMistake] = useState<string | null>(null)
  const words = texts.steps[state]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const since = wall === shown ? proposed : instantOfWallTime(wall)
    const wrong = wall === '' ? texts.sinceMissing : since && mistakeOf(since, dossier)
    setMistake(wrong)
    if (wrong !== null) return
    const done = () => {
      notify('success', words.done)
      onClose()
    }
    set.mutate({ params: { deviceId }, body: { state, ...(since !== null && { since }) } }, { onSuccess: done })
  }

  const told = mistake ?? set.error?.fields.since
  const problem = set.error !== null && told === undefined ? messageOf(set.error) : null
  return (
    <form className={styles.panel} onSubmit={submit} noValidate>
      <p>{words.text}</p>
      <TextField
        type="datetime-local"
        label={texts.sinceWhen}
        value={wall}
        error={told}
        onChange={(event) => setWall(event.currentTarget.value)}
      />
      <FormFoot
        problem={problem}
        action={words.button}
        kind={state === 'STOLEN' ? 'danger' : 'primary'}
        busy={set.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

function mistakeOf(since: Instant, { changes: [last] }: Dossier): string | null {
  const previous = last && { ...last, since: new Date(last.since), setAt: new Date(last.setAt) }
  return sinceMistake(new Date(since), previous, clock.now())
}

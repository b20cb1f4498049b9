import { useNavigate } from 'react-router'
import { alarms } from '#contract/alarms.ts'
import { type Dossier, dossiers } from '#contract/dossier.ts'
import { secondMs } from '#contract/time-units.ts'
import { vehicles } from '#contract/vehicles.ts'
import styles from './TheftCase.module.css'
import { dossierTexts as texts } from './texts.ts'
import { useAction } from '#web/api/action.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { Button } from '#web/kit/Button.tsx'
import { useNow } from '#web/kit/clock.ts'
import { notify } from '#web/kit/notify.ts'
import { paths, withQuery } from '#web/kit/paths.ts'

const changed = [dossiers.show, vehicles.states, alarms.list]

/** For the seconds in which it can be: takes back that the vehicle was reported as stolen. */
export function UndoReport({ deviceId, undoable }: { deviceId: string; undoable: NonNullable<Dossier['undoable']> }) {
  const now = useNow(secondMs)
  const undo = useAction(dossiers.undo, changed)
  const navigate = useNavigate()
  if (undoable.until <= now.toISOString() && !undo.isPending) return null
  const undone = () => {
    notify('info', texts.undone)
    void navigate(withQuery(paths.tracking, { device: deviceId, tab: 'now' }), { replace: true })
  }
  const takeBack = () =>
    undo.mutate(
      { params: { deviceId }, body: { at: undoable.at } },
      { onSuccess: undone, onError: (problem) => notify('danger', messageOf(problem)) },
    )
  return (
    <div className={styles.undo} role="status">
      <span>{texts.reported}</span>
      <Button kind="secondary" busy={undo.isPending} onClick={takeBack}>
        {texts.undo}
      </Button>
    </div>
  )
}

import { useNavigate } from 'react-router'
import { alarms } from '#contract/alarms/alarms.ts'
import { type Dossier, dossiers } from '#contract/dossier/dossier.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import styles from '../TheftCase.module.css'
import { dossierTexts as texts } from '../texts.ts'
import { invalidateAfter, useTask } from '#web/api/queries/action.ts'
import { callWith } from '#web/api/calls/call.ts'
import { dropWaitingTap } from '#web/api/offline/outbox.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { invalidate } from '#web/api/queries/renewal.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { useNow } from '#web/browser/clock.ts'
import { notify } from '#web/ui/text/notify.ts'
import { paths, withQuery } from '#web/browser/paths.ts'

const changed = [dossiers.show, vehicles.states, alarms.list]

/** For the seconds in which it can be: takes back that the vehicle was reported as stolen. */
export function UndoReport({ deviceId, undoable }: { deviceId: string; undoable: NonNullable<Dossier['undoable']> }) {
  const now = useNow(secondMs)
  const navigate = useNavigate()
  // It goes on although this is gone as soon as the vehicle is fetched again.
  const undo = useTask<null, Dossier>({
    async run() {
      // Else it may arrive after this, and be sent again.
      await dropWaitingTap(deviceId, 'theft')
      return callWith(dossiers.undo, { params: { deviceId }, body: { at: undoable.at } })
    },
    onSuccess() {
      notify('info', texts.undone)
      void navigate(withQuery(paths.tracking, { device: deviceId, tab: 'now' }), { replace: true })
      return invalidate(changed)
    },
    onError(problem) {
      notify('danger', messageOf(problem))
      invalidateAfter(problem, changed)
    },
  })
  if (undoable.until <= now.toISOString() && !undo.isPending) return null
  return (
    <div className={styles.undo} role="status">
      <span>{texts.reported}</span>
      <Button kind="secondary" busy={undo.isPending} onClick={() => undo.mutate(null)}>
        {texts.undo}
      </Button>
    </div>
  )
}

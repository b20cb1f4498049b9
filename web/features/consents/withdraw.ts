import { type ConsentPurpose, consents } from '#contract/consents/consents.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { history } from '#contract/history/history.ts'
import { ownTours } from '#contract/own-tours/own-tours.ts'
import { poiReports } from '#contract/poi-reports/poi-reports.ts'
import { tracking } from '#contract/tracking/tracking.ts'
import { invalidate } from '#web/api/queries/renewal.ts'
import type { Task } from '#web/api/queries/task.ts'
import { call } from '#web/api/calls/call.ts'

interface Withdrawal {
  /** Null where it is about the account. */
  deviceId: string | null
  /** A share ends by itself, where it was made. */
  purpose: Exclude<ConsentPurpose, 'sharing'>
  /** Of tracking only. */
  deletePositions: boolean
}

/** Withdraws consent to one purpose, by the call that also ends what it allowed. */
export const withdrawConsent: Task<Withdrawal, void> = {
  async run({ deviceId, purpose, deletePositions }) {
    if (purpose === 'reports') await call(poiReports.withdrawConsent)
    else if (purpose === 'own-tours') await call(ownTours.withdrawConsent)
    else if (deviceId === null) throw new RangeError(`${purpose} is about a device`)
    else if (purpose === 'police-folder') await call(dossiers.withdrawConsent, { params: { deviceId } })
    else await call(tracking.withdraw, { body: { deviceId, deletePositions, purposes: [purpose] } })
  },
  onSuccess: () => invalidate([consents.list, tracking.settings, dossiers.show, history.latest, ownTours.list]),
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TrackingPurpose } from '#contract/consents/consents.ts'
import type { TrackingMode, TrackingState } from '#contract/tracking/tracking.ts'
import { afterClick, afterStored, noChoice } from './settings/mode-choice.ts'
import { mayStart, noDevice, purposesAsked, purposesToRenew, shownTracking } from './shown-tracking.ts'
import { settingsQuery } from './settings/settings-query.ts'
import { changeOf, type TrackingChange, type WantedChange } from './settings/tracking-changes.ts'
import { trackingDoor } from './tracking-door.ts'
import { useTask } from '#web/api/queries/action.ts'
import { useStableProblem } from '#web/api/queries/stable-problem.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import type { DeviceChoice } from '#web/shared/devices/device-choice.ts'

interface Neighbours {
  isLast(choice: DeviceChoice): boolean
  /** Positions of the device are being deleted. */
  deleting: boolean
  onStart(): void
  onEmptied(): void
}

/** How the chosen device is recorded, and the changes that its owner makes. */
export function useTracking(choice: DeviceChoice | null, { isLast, deleting, onStart, onEmptied }: Neighbours) {
  const deviceId = choice?.deviceId ?? null
  const task = useTask(changeOf(trackingDoor, { client: queryClient, isLast, onStart, onEmptied, say: alertUser }))
  // Shown in the same event that began it: React would first undo a tick that comes later, and then show it again.
  const [begun, setBegun] = useState<WantedChange | null>(null)
  const change = begun !== null && begun.choice === choice ? begun.change : null
  const isSignedIn = useSession().token !== null
  const isAsked = change === null && !deleting && isSignedIn
  const asked = useQuery(settingsQuery(trackingDoor, deviceId, isAsked), queryClient)
  const hasFailed = useStableProblem(asked) !== null
  const [modeChoice, setModeChoice] = useModeChoice(deviceId, asked.data)
  const { mode } = modeChoice
  const shown =
    deviceId === null ? noDevice : shownTracking({ deviceId, stored: asked.data, hasFailed, mode, change, deleting })

  // A task begun under another choice does not hold up a task of this one.
  const { reset } = task
  useEffect(() => reset, [reset, choice])

  const start = (wanted: TrackingChange) => {
    if (choice === null || !mayStart(shown, wanted.action)) return
    const begins = { choice, change: wanted }
    const end = () => setBegun(null)
    setBegun(begins)
    task.mutate(begins, { onSuccess: end, onError: end })
  }
  return {
    shown,
    retry: () => void asked.refetch(),
    clickMode: (clicked: TrackingMode) => setModeChoice(afterClick(modeChoice, clicked, shown)),
    enable: () => start({ action: 'enable', mode: shown.mode }),
    disable: () => start({ action: 'disable' }),
    setConsent: (consentGiven: boolean) =>
      start({ action: 'consent', consentGiven, purposes: purposesAsked(shown.mode) }),
    renewConsent: () => start({ action: 'renew', purposes: purposesToRenew(shown) }),
    withdraw: (deletePositions: boolean, purposes: readonly TrackingPurpose[] | null) =>
      start({ action: 'withdraw', deletePositions, purposes }),
  }
}

/** The mode chosen here, which follows the server's answers. */
function useModeChoice(deviceId: string | null, stored: TrackingState | undefined) {
  const [choice, setChoice] = useState(noChoice)
  const current = afterStored(choice, deviceId, stored)
  if (current !== choice) setChoice(current)
  return [current, setChoice] as const
}

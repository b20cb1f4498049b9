import { useNavigate } from 'react-router'
import { theftTexts } from '../theft-texts.ts'
import { useStatement } from './use-statement.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { addressOfCase } from '#web/shared/devices/device-addresses.ts'

interface ReportStolenProps {
  deviceId: string
  demo: boolean
  /** There is suspicion: it is the answer that counts. */
  urgent?: boolean
}

/** Reports the vehicle as stolen, in one tap, and leads to its case. Without a network the tap waits, and this screen says so. */
export function ReportStolen({ deviceId, demo, urgent = false }: ReportStolenProps) {
  const { isPending, mutateAsync } = useStatement(deviceId, 'STOLEN')
  const navigate = useNavigate()
  if (demo) return <p>{theftTexts.demo}</p>
  // Also where this is no longer shown: once the theft is known, there is nothing left to report.
  const report = () =>
    mutateAsync(null).then(
      ({ waits }) => (waits ? notify('warning', theftTexts.waits) : void navigate(addressOfCase(deviceId))),
      (problem: CallProblem) => notify('danger', messageOf(problem)),
    )
  return (
    <Button wide kind={urgent ? 'danger' : 'secondary'} size="large" busy={isPending} onClick={() => void report()}>
      {theftTexts.report}
    </Button>
  )
}

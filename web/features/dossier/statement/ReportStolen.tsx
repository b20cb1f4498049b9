import { useNavigate } from 'react-router'
import { theftTexts } from '../theft-texts.ts'
import { useStatement } from './use-statement.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
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
  const { isPending, mutate } = useStatement(deviceId, 'STOLEN')
  const navigate = useNavigate()
  if (demo) return <p>{theftTexts.demo}</p>
  const report = () =>
    mutate(null, {
      onSuccess: ({ waits }) => (waits ? notify('warning', theftTexts.waits) : void navigate(addressOfCase(deviceId))),
      onError: (problem) => notify('danger', messageOf(problem)),
    })
  return (
    <Button wide kind={urgent ? 'danger' : 'secondary'} size="large" busy={isPending} onClick={report}>
      {theftTexts.report}
    </Button>
  )
}

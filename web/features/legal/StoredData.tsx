import { useEffect, useState } from 'react'
import { privacy, type StoredDataGroup } from '#contract/privacy.ts'
import { call } from '#web/api/calls/call.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { generalTexts } from '#web/texts/general.ts'
import { DataRecords } from './DataRecords.tsx'

type State = { is: 'waiting' } | { is: 'failed' } | { is: 'known'; groups: readonly StoredDataGroup[] }

/** What the server stores about people, as the server itself says. */
export function StoredData() {
  const [state, setState] = useState<State>({ is: 'waiting' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    call(privacy.show, {}, { signal: leaving.signal }).then(
      (groups) => setState({ is: 'known', groups }),
      () => leaving.signal.aborted || setState({ is: 'failed' }),
    )
    return () => leaving.abort()
  }, [tries])
  const askAgain = () => {
    setState({ is: 'waiting' })
    setTries(tries + 1)
  }

  if (state.is === 'known') return <DataRecords groups={state.groups} />
  if (state.is === 'waiting') return <Skeleton lines={12} />
  return (
    <Notice
      kind="danger"
      title="Diese Liste kam nicht an."
      actions={<Button onClick={askAgain}>{generalTexts.retry}</Button>}
    >
      Bitte prüfen Sie Ihre Internetverbindung.
    </Notice>
  )
}

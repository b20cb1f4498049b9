import { useState } from 'react'
import { push } from '#contract/push/push.ts'
import { subscribeBrowser } from './push-browser.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { alertUser } from '#web/ui/text/alert.ts'

/** Switches push messages on in this browser, which asks its user first. @param onChange the browser may allow more or less now. */
export function useSwitchOn(publicKey: string, onChange: () => void) {
  const subscribe = useAction(push.subscribe, [push.list])
  const [asking, setAsking] = useState(false)
  const [obstacle, setObstacle] = useState<'undecided' | 'failed' | null>(null)
  const switchOn = async () => {
    setAsking(true)
    setObstacle(null)
    const answer = await subscribeBrowser(publicKey)
    setAsking(false)
    onChange()
    if (answer === 'denied') return
    if (typeof answer === 'string') setObstacle(answer)
    else subscribe.mutate({ body: answer }, { onError: (problem) => alertUser(messageOf(problem)) })
  }
  return { switchOn, busy: asking || subscribe.isPending, obstacle }
}

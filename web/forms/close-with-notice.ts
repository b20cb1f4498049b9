import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { notify } from '#web/ui/text/notify.ts'

/**
 * What follows the yes to a question: it closes, and what came of it is said.
 * @param done says what was done.
 * @param failed says what was not; the problem's own message where nothing is added to it.
 */
export function closeWithNotice(close: () => void, done: string, failed: (problem: CallProblem) => string = messageOf) {
  return {
    onSuccess: () => {
      close()
      notify('success', done)
    },
    onError: (problem: CallProblem) => {
      close()
      notify('danger', failed(problem))
    },
  }
}

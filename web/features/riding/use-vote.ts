import { poiReports, type VoterNearness } from '#contract/poi-reports/poi-reports.ts'
import { isReportable } from '#domain/poi-reports/poi-reports.ts'
import type { Hazard } from '#domain/riding/hazards.ts'
import { useTask } from '#web/api/queries/action.ts'
import { callWith } from '#web/api/calls/call.ts'
import { type AnsweredOrWaits, callOrWait } from '#web/api/offline/outbox.ts'
import { clock } from '#web/browser/clock.ts'

interface Vote {
  hazard: Hazard
  confirms: boolean
  nearness: VoterNearness | undefined
}

/** Whether riders can say of it that it is there or gone. */
export function isVotable({ isReported, type }: Hazard): boolean {
  return isReported && isReportable(type)
}

/** Says of a reported hazard that it is still there, or no longer; without a network it is sent later. */
export function useVote() {
  return useTask<Vote, AnsweredOrWaits<unknown>>({
    run: ({ hazard: { id, type }, confirms, nearness }) => {
      if (!isReportable(type)) throw new TypeError(`${type} is no report`)
      const input = { params: { id }, query: { nearness } }
      const call = () => (confirms ? callWith(poiReports.confirm, input) : callWith(poiReports.deny, input))
      const seenAt = clock.now().toISOString()
      return callOrWait<unknown>(call, { kind: 'vote', id, poiType: type, confirms, seenAt, nearness })
    },
  })
}

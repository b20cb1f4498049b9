import { merged } from '#domain/offline/merge.ts'
import { type CallProblem, isConnectionProblem } from '#web/api/calls/call-problem.ts'
import { deviceFields, settingsDraft, type Outcome, type OutboxEntry, type OutboxChange } from './outbox-change.ts'

/** How deep a change is looked into: a category of the settings, or a field of a device, is changed as a whole. */
export const depths = { device: 1, settings: 3 } as const

/** The same change once more, on what others have made of it: what both have changed becomes one's own. */
export function decidedFor(waiting: OutboxEntry): OutboxEntry {
  const { change, stuck } = waiting
  const isOnTop = change.kind === 'device' || change.kind === 'settings'
  if (stuck?.why !== 'changed' || !isOnTop) return { ...waiting, stuck: null }
  const { theirs } = stuck
  const mine = merged({ theirs, base: change.base, mine: change.mine }, depths[change.kind], 'take mine')?.value
  if (change.kind === 'device') {
    const fields = { base: deviceFields.parse(theirs), mine: deviceFields.parse(mine) }
    return { ...waiting, change: { ...change, ...fields }, stuck: null }
  }
  const drafts = { base: settingsDraft.parse(theirs), mine: settingsDraft.parse(mine) }
  return { ...waiting, change: { ...change, ...drafts }, stuck: null }
}

/** When to try again if the server does not say it. */
const laterSeconds = 60

/** What becomes of a change whose sending has failed. */
export function outcomeOf(problem: CallProblem, { kind }: OutboxChange): Outcome {
  const { status, code, message, retryAfter = laterSeconds } = problem
  if (isConnectionProblem(problem)) return { kind: 'no connection' }
  // Somebody else was faster between our question and our answer: we ask again.
  if (code === 'VERSION_CONFLICT') return { kind: 'later', seconds: 1 }
  if (status === 401 || status === 429 || status >= 500 || status === 0) return { kind: 'later', seconds: retryAfter }
  const isOfDevice = kind !== 'report' && kind !== 'vote'
  if (isOfDevice && (status === 403 || status === 404)) return { kind: 'stuck', stuck: { why: 'gone' } }
  const [atField] = Object.values(problem.fields)
  return { kind: 'stuck', stuck: { why: 'refused', message: atField ?? message } }
}

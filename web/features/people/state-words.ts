import type { Alarm, GuardState } from '#contract/alarms/alarms.ts'
import { peopleTexts } from './texts.ts'

/** How the alarm of somebody else's vehicle stands. */
export function stateInWords({ guarded, missed, pause }: GuardState): string {
  const { states } = peopleTexts.others
  if (missed) return states.missed
  if (!guarded) return states.off
  return pause === null ? states.armed : states.paused
}

/** Whether somebody still has to answer: alarms before an answer are answered with it. @param log the newest first. */
export function waitsForAnswer(log: readonly Pick<Alarm, 'kind' | 'acknowledgedAt'>[]): boolean {
  const asked = log.find(({ kind }) => kind !== 'TEST' && kind !== 'FIRST' && kind !== 'LOW_BATTERY')
  return asked !== undefined && asked.acknowledgedAt === null
}

import type { Alarm, GuardState } from '#contract/alarms/alarms.ts'
import type { Person } from '#contract/people/people.ts'
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

/** About what no message reaches somebody whom an owner may rely on; null where there is nothing to warn of. */
export function untoldInWords(untold: Person['untold']): string | null {
  const { both, THEFT, HELP } = peopleTexts.own.untold
  const [isTheft, isHelp] = [untold?.includes('THEFT') === true, untold?.includes('HELP') === true]
  if (isTheft) return isHelp ? both : THEFT
  return isHelp ? HELP : null
}

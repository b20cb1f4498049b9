import * as z from 'zod/mini'
import type { VoterNearness } from '#contract/poi-reports/poi-reports.ts'
import { nearnessOf } from '#domain/poi-reports/poi-reports.ts'
import { recall, useRemembered } from '#web/browser/remembered.ts'

const name = 'share-nearness'
const choice = z.boolean()

/** Whether votes about reports say how near their voter is. Nobody does so without having chosen it. */
export function useNearnessChoice() {
  return useRemembered(name, choice, false)
}

/** How near somebody is, if they share it. @param metres null: not known. */
export function sharedNearness(metres: number | null): VoterNearness | undefined {
  return metres !== null && recall(name, choice) === true ? nearnessOf(metres) : undefined
}

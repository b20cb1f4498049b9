import { type Logger, pino } from 'pino'
import { createFigures, type Figures } from '#server/platform/figures.ts'
import { createPseudonyms } from '#server/platform/pseudonyms.ts'
import { createOutcomes, type Outcomes } from '#server/protocols/outcomes.ts'

/** The outcomes of a test's port, with a key that never changes. */
export function testOutcomes(log: Logger = pino({ level: 'silent' }), figures: Figures = createFigures()): Outcomes {
  return createOutcomes({ log, names: createPseudonyms(Buffer.alloc(32)), figures })
}

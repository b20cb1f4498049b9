import { type Logger, pino } from 'pino'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import { createPseudonyms } from '#server/platform/pseudonyms.ts'
import { createReceptionLog, type ReceptionLog } from '#server/protocols/reception-log.ts'

/** The outcomes of a test's port, with a key that never changes. */
export function testOutcomes(
  log: Logger = pino({ level: 'silent' }),
  metrics: Metrics = createMetrics(),
): ReceptionLog {
  return createReceptionLog({ log, names: createPseudonyms(Buffer.alloc(32)), metrics })
}

import type { ClosureRule } from '#contract/closures/closures.ts'
import type { Place } from '#contract/base/place.ts'
import { karlsruhe } from './demo.ts'

/** A made-up road near Karlsruhe that is closed for motorcycles on weekends of the summer, as many in the hills are. */
export const demoClosure: { id: string; name: string; line: readonly Place[]; rules: readonly ClosureRule[] } = {
  id: 'demo/1',
  name: 'Beispielsteige',
  line: Array.from({ length: 11 }, (_, index) => ({
    latitude: karlsruhe.latitude - 0.05 - index / 500,
    longitude: karlsruhe.longitude + 0.08 + Math.sin(index / 2) / 500 + index / 1000,
  })),
  rules: [{ access: 'closed', condition: 'Apr 01-Oct 31 Sa,Su,PH' }],
}

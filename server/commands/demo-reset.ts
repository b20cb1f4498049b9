import { type Command, CommandProblem } from '#server/commands/command.ts'
import { createDemoStore } from '#server/features/demo/demo.store.ts'
import { keepPositions } from '#server/features/tracking/reception.store.ts'

/** Puts the demo world back to its start, dated from now; for a demonstration that has been played with. */
export const demoReset: Command = {
  name: 'demo reset',
  usage: '',
  summary: 'Baut die Demowelt neu auf, datiert auf jetzt (nur mit DEMO=1).',
  async run({ database, clock, settings, say }) {
    if (!settings.DEMO) throw new CommandProblem('Die Demowelt ist nicht eingeschaltet (DEMO=1).')
    await createDemoStore(database, keepPositions).build(clock.now())
    say('Die Demowelt ist neu aufgebaut.')
    return { reset: true }
  },
}

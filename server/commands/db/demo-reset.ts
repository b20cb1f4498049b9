import { type Command, CommandProblem } from '#server/commands/command.ts'
import { buildDemo } from '#server/features/demo/demo.feature.ts'
import { hooks } from '#server/hooks.ts'

/** Puts the demo world back to its start, dated from now; for a demo in which visitors have changed things. */
export const demoReset: Command = {
  usage: '',
  summary: 'Baut die Demowelt neu auf, datiert auf jetzt (nur mit DEMO=1).',
  async run(context) {
    if (!context.settings.DEMO) throw new CommandProblem('Die Demowelt ist nicht eingeschaltet (DEMO=1).')
    await buildDemo(context, { hooks }).renew()
    context.say('Die Demowelt ist neu aufgebaut.')
    return { reset: true }
  },
}

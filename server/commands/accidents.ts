import { type CommandContext, CommandProblem, type Outcome } from '#server/commands/command.ts'
import type { Trust } from '#server/features/feeds/feeds.service.ts'
import { changeReport, readingReport } from '#server/features/feeds/import-words.ts'
import type { AccidentImport, Progress } from '#server/features/hotspots/hotspots.service.ts'
import type { FileLine } from '#server/features/hotspots/stage-accidents.ts'
import { dropReasons } from '#server/feeds/feed.ts'
import { unfallatlas } from '#server/feeds/unfallatlas.ts'
import { buildOpenData } from '#server/open-data.ts'

const steps: Readonly<Record<Progress['step'], string>> = {
  reading: 'Unfälle einlesen',
  searching: 'Unfallschwerpunkte suchen',
}

/**
 * Imports tables of the Unfallatlas, zipped or not, and searches for hotspots again; without files, it downloads those of
 * the last years that are missing.
 */
export async function importAccidents(
  context: CommandContext,
  paths: readonly string[],
  trust: Trust,
): Promise<Outcome> {
  const { progress } = context
  const { service } = buildOpenData(context).hotspots
  const how = { ...trust, onProgress: ({ step, share }: Progress) => progress?.show(steps[step], share) }
  if (paths.length > 0) return report(context, await service.importFiles(paths, how))
  const imported: Outcome[] = []
  for (;;) {
    const result = await service.refresh(how)
    if (result.outcome === 'unchanged') break
    imported.push(report(context, result))
  }
  if (imported.length === 0) context.say('Die Quelle hat nichts Neues.')
  return { feed: unfallatlas.name, outcome: imported.length === 0 ? 'unchanged' : 'imported', imported }
}

function report({ say, progress }: CommandContext, result: AccidentImport): Outcome {
  progress?.end()
  if (result.outcome === 'failed') throw new CommandProblem(`Nichts importiert: ${result.reason}.`)
  const { counts, hotspots, lines } = result
  say(`${readingReport(counts)}.`)
  for (const line of leftOut(lines)) say(line)
  say(`${unfallatlas.title}: ${hotspots}, ${changeReport(counts)}.`)
  return { feed: unfallatlas.name, outcome: result.outcome, counts, hotspots, lines }
}

/** "unlesbar: Zeile 7, 9, … in unfaelle.csv". */
function leftOut(lines: Readonly<Record<string, readonly FileLine[]>>): string[] {
  return Object.entries(dropReasons).flatMap(([reason, word]) => {
    const byFile = Map.groupBy(lines[reason] ?? [], ({ file }) => file)
    return [...byFile].map(([file, found]) => `  ${word}: ${file}, Zeile ${found.map(({ line }) => line).join(', ')}`)
  })
}

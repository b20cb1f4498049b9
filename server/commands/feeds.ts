import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { importAccidents } from '#server/commands/accidents.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { changeReport, readingReport } from '#server/features/feeds/import-words.ts'
import type { FeedFile } from '#server/feeds/feed.ts'
import { feeds, sources } from '#server/feeds/feeds.ts'
import { buildOpenData } from '#server/open-data.ts'

const names = sources.map(({ name }) => name).join('|')

/** Imports a source now, from itself or from files; several files together are its whole present state. */
export const feedsRun: Command = {
  usage: `<${names}> [--file DATEI …] [--accept]`,
  summary: 'Importiert eine Quelle offener Daten, aus Dateien oder von ihrer Adresse.',
  async run(context, args) {
    const { values, positionals } = parseWords(args, {
      file: { type: 'string', multiple: true },
      accept: { type: 'boolean' },
    })
    const [name, ...moreFiles] = positionals
    if (!sources.some((each) => each.name === name)) throw new CommandProblem(`Bitte eine Quelle nennen: ${names}`)
    if (values.file === undefined && moreFiles.length > 0) throw new CommandProblem('Bitte Dateien mit --file nennen.')
    const paths = [...(values.file ?? []), ...moreFiles]
    const feed = feeds.find((each) => each.name === name)
    const trust = { acceptLess: values.accept === true }
    if (feed === undefined) return importAccidents(context, paths, trust)

    const service = buildOpenData(context).feeds.service
    const result =
      paths.length === 0
        ? await service.refresh(feed, trust)
        : await service.importFiles(feed, await Promise.all(paths.map(readFeedFile)), trust)
    if (result.outcome === 'failed') throw new CommandProblem(`Nichts importiert: ${result.reason}.`)
    if (result.outcome === 'unchanged') {
      context.say('Die Quelle hat nichts Neues.')
      return { feed: feed.name, outcome: result.outcome }
    }
    context.say(`${readingReport(result.counts)}.`)
    context.say(`${feed.title}: ${changeReport(result.counts)}.`)
    return { feed: feed.name, outcome: result.outcome, counts: result.counts }
  },
}

/** Shows how old each source's data is and why its last import failed. */
export const feedsStatus: Command = {
  usage: '',
  summary: 'Zeigt zu jeder Quelle, wann sie zuletzt importiert wurde und was dabei geschah.',
  async run(context, args) {
    parseWords(args, {})
    const states = await buildOpenData(context).feeds.service.states()
    const now = context.clock.now()
    for (const { name, title } of sources) {
      const state = states.find(({ feed }) => feed === name)
      const age = state?.lastSuccessAt ? ageOf(Date.parse(state.lastSuccessAt), now) : 'noch nie importiert'
      context.say(`${name}: ${title}, ${age}`)
      if (state?.outcome) context.say(`  ${readingReport(state.outcome)}`)
      if (state?.lastError) context.say(`  Letzter Versuch fehlgeschlagen: ${state.lastError}`)
    }
    return { feeds: states }
  },
}

async function readFeedFile(path: string): Promise<FeedFile> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      if (size > feedsServerLimits.fileBytes)
        throw new CommandProblem(`Nichts importiert: ${basename(path)} ist zu groß.`)
      return { name: basename(path), bytes: await file.readFile() }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof CommandProblem) throw error
    throw new CommandProblem(`Nichts importiert: ${path} lässt sich nicht lesen.`, { cause: error })
  }
}

function ageOf(instant: number, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - instant) / minuteMs))
  if (minutes < 120) return `Stand vor ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `Stand vor ${hours} Stunden` : `Stand vor ${Math.floor(hours / 24)} Tagen`
}

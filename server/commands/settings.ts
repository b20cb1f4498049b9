import type { Command } from '#server/commands/command.ts'
import { documentedSettings } from '#server/config.ts'

/** Prints the table that docs/operating.md shows (`checks/guide.test.ts`). */
export const settings: Command = {
  usage: '',
  summary: 'Zeigt jede Einstellung mit Vorgabe und Bedeutung, als Markdown-Tabelle.',
  needsDatabase: false,
  async run({ say }) {
    say(settingsTable())
    return { settings: documentedSettings() }
  },
}

export function settingsTable(): string {
  const rows = documentedSettings().map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback === '' ? '–' : `\`${fallback}\``} | ${meaning} |`,
  )
  return ['| Variable | Vorgabe | Bedeutung |', '|---|---|---|', ...rows].join('\n')
}

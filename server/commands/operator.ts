import { userInfo } from 'node:os'
import * as z from 'zod'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { oneLine } from '#contract/base/text.ts'
import { CommandProblem } from '#server/commands/command.ts'

const name = oneLine(
  supportServerLimits.operatorLength,
  `--by ist länger als ${supportServerLimits.operatorLength} Zeichen.`,
).check(z.minLength(1, 'Bitte hinter --by einen Namen nennen.'))

/** The option that names who gives a command, where the system does not know. */
export const byOption = { by: { type: 'string' } } as const

/** What `--help` says of it. */
export const bySummary = 'Wer es war, steht im Protokoll des Supports: wer angemeldet ist, oder der Name hinter --by.'

/**
 * Who gives a command: the name they state, else the person who became this user by `sudo`, else this user.
 * @throws {CommandProblem}
 */
export function operatorOf(stated: string | undefined, sudoUser: string | undefined): string {
  const parsed = name.safeParse(stated ?? sudoUser ?? userInfo().username)
  if (!parsed.success) throw new CommandProblem(parsed.error.issues[0]?.message ?? 'Bitte --by angeben.')
  return parsed.data
}

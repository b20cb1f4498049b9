import type { Clock } from '#server/platform/clock.ts'
import type { Settings } from '#server/config.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { Progress } from './db/progress.ts'

/** What a command gets that only knows the product from outside. */
export interface OutsideContext {
  clock: Clock
  settings: Settings
  /** Says a line to the person at the terminal; silent under `--json`. */
  say(line: string): void
  /** Who became this user by `sudo`; absent: nobody. */
  sudoUser?: string | undefined
  /** Shows the progress of long work; absent where nobody watches. */
  progress?: Progress
}

/** What every other operator's command gets. */
export interface CommandContext extends OutsideContext {
  database: Database
}

/** The result of a command, for `--json`. A refusal is reported by throwing a `CommandProblem`. */
export type Outcome = Record<string, unknown>

/** One operator's command. */
export type Command = CommandWords &
  (
    | { needsDatabase?: true; run(context: CommandContext, args: readonly string[]): Promise<Outcome> }
    | { needsDatabase: false; run(context: OutsideContext, args: readonly string[]): Promise<Outcome> }
  )

/** How a command is described. Its name stands in the list of all (`main.ts`). */
interface CommandWords {
  /** How to call it, after the name. */
  usage: string
  /** One German sentence; further lines are for `--help`. */
  summary: string
  /** Its exit code when settings or database are not usable, for a program that calls it; 1 by default. */
  unavailableCode?: number
}

/** A mistake of the operator, or an obstacle, in one German line. */
export class CommandProblem extends Error {}

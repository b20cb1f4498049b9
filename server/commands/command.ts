import type { Clock } from '#server/clock.ts'
import type { Settings } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Progress } from './progress.ts'

/** What a command gets that knows the product from outside. */
export interface OutsideContext {
  clock: Clock
  settings: Settings
  /** Says a line to the person at the terminal; silent under `--json`. */
  say(line: string): void
  /** Shows how far a long work is; absent where nobody watches. */
  progress?: Progress
}

/** What every other operator's command gets. */
export interface CommandContext extends OutsideContext {
  database: Database
}

/** What a command did, for `--json`. A refusal is told by throwing a `CommandProblem`. */
export type Outcome = Record<string, unknown>

/** One operator's command. */
export type Command = CommandWords &
  (
    | { needsDatabase?: true; run(context: CommandContext, args: readonly string[]): Promise<Outcome> }
    | { needsDatabase: false; run(context: OutsideContext, args: readonly string[]): Promise<Outcome> }
  )

/** What is said of a command. Its name may have two words: `devices import`. */
interface CommandWords {
  name: string
  /** How to call it, after the name. */
  usage: string
  /** One German sentence. */
  summary: string
  /** What it exits with where settings or database fail it, for a program that calls it; 1 unless it says so. */
  unavailableCode?: number
}

/** What the operator did wrong or what stands in the way, in one German line. */
export class CommandProblem extends Error {}

import { parseArgs, type ParseArgsConfig } from 'node:util'
import { CommandProblem } from '#server/commands/command.ts'

/**
 * Parses a command's words with Node's own parser.
 * @throws {CommandProblem} naming the unknown or incomplete option.
 */
export function parseWords<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new CommandProblem(`Aufruf unklar: ${error instanceof Error ? error.message : String(error)}`)
  }
}

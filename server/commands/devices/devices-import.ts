import { readFile } from 'node:fs/promises'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { createDeviceInventoryStore } from '#server/features/devices/device-inventory.store.ts'
import { readInventoryFile } from '#server/features/devices/inventory-file.ts'

/** Adds sold devices to the inventory, so that their buyers can register them. */
export const devicesImport: Command = {
  usage: 'DATEI.csv',
  summary:
    'Nimmt verkaufte Geräte auf (Spalten imei,model[,trackerId,secret,encryption,withoutSecret,clockOffsetMinutes,speedUnit,claimCode]).',
  async run({ database, clock, say }, args) {
    const [path, ...rest] = parseWords(args, {}).positionals
    if (path === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine CSV-Datei nennen.')
    const file = readInventoryFile(await read(path))
    if ('failure' in file) throw new CommandProblem(`Nichts importiert: ${file.failure}.`)
    const imported = await createDeviceInventoryStore(database).importEntries(file.entries, clock.now())
    const count = file.entries.length
    if (imported.outcome === 'taken') {
      const done = imported.written === 0 ? 'Nichts importiert' : `Abgebrochen nach ${imported.written} von ${count}`
      throw new CommandProblem(`${done}: Eine Tracker-ID oder ein Schlüssel gehört schon zu einem anderen Gerät.`)
    }
    const { added } = imported
    say(`${count} gelesen, ${added} neu, ${count - added} aktualisiert.`)
    return { read: count, added, updated: count - added }
  },
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new CommandProblem(`Nichts importiert: ${path} lässt sich nicht lesen.`, { cause: error })
  }
}

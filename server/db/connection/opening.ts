import type { Logger } from 'pino'
import type { Settings } from '#server/config.ts'
import type { Connection } from './database.ts'
import { openDatabase } from './open.ts'

/** The product's database on its way to being open. */
export interface Opening {
  connection: Promise<Connection>
  /** Fulfilled with the reason when the embedded database cannot be opened any more. */
  broken: Promise<string>
}

/** Begins to open the database while the product's modules are loaded, because that takes as long. */
export function openForProduct(settings: Settings, log: Logger): Opening {
  const broken = Promise.withResolvers<string>()
  const connection = openDatabase(settings, 'server', {
    onLost: (reason) => log.error({ reason }, 'the embedded database is lost and opened again'),
    onNoRoom: () => log.error('the embedded database waits for room on its disk'),
    onBack: () => log.info('the embedded database is back'),
    onGivenUp: (reason) => {
      broken.resolve(`Die eingebettete Datenbank lässt sich nicht wieder öffnen: ${reason}`)
    },
  })
  // A failure is passed on to those who wait for it; while nobody does, it must not end the process.
  connection.catch(() => undefined)
  return { connection, broken: broken.promise }
}

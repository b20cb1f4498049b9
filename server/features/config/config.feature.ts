import type { BasemapArchive } from '#contract/config.ts'
import type { Foundations } from '#server/foundations.ts'
import { createAnnouncementBoard } from './announcement-board.ts'
import { registerConfigRoutes } from './config.routes.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'log' | 'api' | 'onClose'>

/** @param features.archive the operator's own base map. */
export function buildConfig(
  { settings, database, clock, log, api, onClose }: Needs,
  { archive }: { archive: BasemapArchive | null },
) {
  const board = createAnnouncementBoard({ database, clock, log })
  registerConfigRoutes(api, { settings, clock, archive, announcement: board.words })
  return {
    /** Keeps what is announced to everybody up to date. */
    async watch(): Promise<void> {
      const watching = await board.watch()
      onClose(async () => watching.stop())
    },
  }
}

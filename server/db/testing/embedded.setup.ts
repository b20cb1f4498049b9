import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the socket on which the run's embedded database answers, migrated. */
    embeddedSocketFolder: string
  }
}

/** Opens one embedded database for the whole run, in the child process that the product uses too. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-embedded-'))
  await fillWithMigratedDatabase(folder)
  const embedded = await openEmbedded(folder, 'server')
  project.provide('embeddedSocketFolder', embedded.socketFolder)
  return async () => {
    await embedded.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

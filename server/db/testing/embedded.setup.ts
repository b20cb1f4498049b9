import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** For each worker the folder of the socket on which its embedded database answers, migrated. */
    embeddedSocketFolders: readonly string[]
  }
}

/** Opens one embedded database for each worker, for the whole run, in the child process that the product uses too. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const opened = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => open()))
  project.provide(
    'embeddedSocketFolders',
    opened.map(({ socketFolder }) => socketFolder),
  )
  return async () => {
    await Promise.all(opened.map(({ remove }) => remove()))
  }
}

async function open(): Promise<{ socketFolder: string; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-embedded-'))
  await fillWithMigratedDatabase(folder)
  const embedded = await openEmbedded(folder, 'server')
  return {
    socketFolder: embedded.socketFolder,
    async remove() {
      await embedded.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { createFigures } from '#server/platform/figures.ts'
import { createLogNames } from '#server/platform/log-names.ts'

/** What an HTTP server logs and counts with, for tests that do not look at it. */
export const logParts = { names: createLogNames(Buffer.alloc(32)), figures: createFigures() }

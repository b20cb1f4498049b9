import * as z from 'zod'

const limit = z.union([z.number(), z.literal('unlimited')])
const limits = z.object({ userLimits: z.object({ open_files: z.object({ soft: limit }) }) })

/** How many files and connections this process may have open (`ulimit -n`). */
export function openFilesAllowed(): number {
  const { soft } = limits.parse(process.report.getReport()).userLimits.open_files
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft
}

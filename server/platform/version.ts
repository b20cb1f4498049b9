import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appLimits } from '#contract/limits/app-limits.ts'

const shortLength = 10

/** The release and, in a clone, its commit, in the form of https://semver.org/#spec-item-10: `1.0.0+3ea5b37c1f`. */
export const version = versionAt(fileURLToPath(new URL('../../', import.meta.url)))

/**
 * @param folder of the product. Its `.git` is read, and not asked by `git`, which refuses where the clone is another user's.
 */
export function versionAt(folder: string): string {
  const commit = commitAt(join(folder, '.git'))
  return commit === null ? appLimits.version : `${appLimits.version}+${commit.slice(0, shortLength)}`
}

function commitAt(git: string): string | null {
  const head = readIfThere(join(git, 'HEAD'))
  const branch = /^ref: (\S+)$/m.exec(head)?.[1]
  const commit =
    branch === undefined
      ? head
      : readIfThere(join(git, branch)) ||
        (readIfThere(join(git, 'packed-refs'))
          .split('\n')
          .find((line) => line.endsWith(` ${branch}`)) ??
          '')
  return /^[\da-f]{40}\b/.exec(commit)?.[0] ?? null
}

/** Empty where there is none, as in a copy without history and in further worktrees of a clone. */
function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

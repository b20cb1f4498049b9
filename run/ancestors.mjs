// The processes that started us. npm sends signals to the shell of its scripts, which ends and does not pass them on.
import { readFileSync, realpathSync } from 'node:fs'

/** @returns whether npm, or a shell between it and us, has ended. Always false if npm did not start us. */
export function watchAncestors() {
  if (process.env.npm_lifecycle_event === undefined) return () => false
  const ours = process.ppid
  const shells = shellsBelowNpm(ours)
  // A process that loses its parent gets another one. Windows always names the old one, so we check whether that still runs.
  return () => process.ppid !== ours || !isThere(ours) || shells.some(({ pid, parent }) => parentOf(pid) !== parent)
}

/** Usually none, because most shells replace themselves with the program. Without Linux only our parent is known. */
function shellsBelowNpm(first) {
  const shells = []
  for (let pid = first; !isNpm(pid);) {
    const parent = parentOf(pid)
    if (parent === null || parent <= 1) return []
    shells.push({ pid, parent })
    pid = parent
  }
  return shells
}

/** npm tells its scripts which Node it runs on. */
function isNpm(pid) {
  const node = process.env.npm_node_execpath
  try {
    return node !== undefined && realpathSync(`/proc/${pid}/exe`) === realpathSync(node)
  } catch {
    return false
  }
}

/** The fields of `stat` come after the name, which is in brackets and may hold anything (man 5 proc). Null where unknown. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

function isThere(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// What every `npm` script begins with. Plain JavaScript, because it runs before Node 24 is there: Node 18 is enough.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watchAncestors } from './ancestors.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Modules compiled by an earlier start: a start takes half as long. Node itself notices what is out of date. */
const compileCache = join(root, 'node_modules/.cache/wegwarte')
const aloneAfterMs = 500
// From the very beginning: npm may end while we install or build.
const isLeftAlone = watchAncestors()

/** The package with Node 24 for this machine. */
export const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** The Node that the product runs on: the one npm installed in this folder, else our own if it is new enough. */
export function nodeProgram(folder = root) {
  const program = join(folder, 'node_modules', nodePackage, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
  if (existsSync(program)) return program
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(`Für diesen Rechner bringt npm kein Node 24 mit; bitte Node 24 installieren (hier: ${process.version}).`)
}

/** The file behind a package's command, to be run by `nodeProgram()`. */
export function commandFile(packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : Object.values(bin)[0])
}

/**
 * Runs a program of ours on Node 24 until it ends, and returns its exit code. It ends with the process that started us, in
 * whatever way that ends: product and commands also stop when the channel to us closes, and we stop them when we have lost
 * our parent.
 * @param options of Node.
 */
export async function runToEnd(args, env = {}, options = []) {
  // After `--`, Node leaves arguments to the program. It would otherwise read `--env-file` itself.
  const child = spawn(nodeProgram(), [...options, '--', ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const stop = () => {
    // Sent once, and never as SIGINT: Ctrl-C also reaches the program itself, and a second SIGINT would kill it.
    if (!child.connected) return
    child.disconnect()
    child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const watch = setInterval(() => isLeftAlone() && stop(), aloneAfterMs)
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** @param paths of files and folders, from the root; an absent one counts as empty. */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** All files in a folder, or the file itself, as paths from the root. */
export function filesIn(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function fail(line) {
  console.error(line)
  process.exit(1)
}

// The packages of the lock file. Plain JavaScript, because it runs before Node 24 is there: Node 18 is enough.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, filesIn, hashOf, nodePackage, nodeProgram, readIfThere, root } from './toolchain.mjs'

const rememberedLock = join(root, 'node_modules/.wegwarte-lock-hash')
/** Node 24 and npm of the lock file, while they install everything: no program replaces itself. */
const installer = join(root, 'node_modules/.wegwarte-installer')
const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
/** What npm says in one run; of a failure it is some lines. */
const mostBytes = 10_000_000

/**
 * Installs the packages if the lock file has changed, and remembers it once those for this machine have proven to load. Ends
 * the process with a clear line when that fails.
 */
export function ensureInstalled() {
  const hash = hashOf(['package-lock.json'])
  if (readIfThere(rememberedLock) === hash) return
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (!installedMatches(packages) || unusable(packages).length > 0) install(packages)
  const broken = unusable(packages)
  if (broken.length > 0) {
    fail(
      `Diese Pakete fehlen oder laufen auf diesem Rechner nicht: ${broken.join(', ')}. ` +
        'Bitte den Ordner node_modules löschen und noch einmal starten.',
    )
  }
  writeFileSync(rememberedLock, hash)
}

/**
 * The machine's npm brings Node 24 and the npm of the lock file, and these install all packages. npm chooses by the Node that
 * it runs on: on Node 18 it leaves out optional packages for newer ones, like those of `sharp`, and reports success. Debian 12's
 * npm does not even read our overrides.
 *
 * `npm ci` refuses a lock file that lacks the optional binaries of other platforms, as one written here does.
 * `npm install` takes the same locked versions, and with `--no-save` it writes nothing. It leaves nothing out because of
 * the environment (`NODE_ENV`): the hash of the lock file could not remember that.
 */
function install(packages) {
  console.log('Installiere Pakete …')
  const npm = machinesNpm()
  // Where the machine's npm has its settings; another npm would look beside its own Node.
  const env = { ...process.env, npm_config_globalconfig: run([...npm, 'config', 'get', 'globalconfig']).trim() }
  rmSync(installer, { recursive: true, force: true })
  mkdirSync(installer, { recursive: true })
  const { manifest, lock } = installersFiles(packages)
  writeFileSync(join(installer, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(installer, 'package-lock.json'), JSON.stringify(lock))
  run([...npm, 'ci', '--prefix', installer, '--ignore-scripts', ...quiet], env)
  const newNpm = [nodeProgram(installer), join(installer, 'node_modules/npm/bin/npm-cli.js')]
  run([...newNpm, 'install', '--no-save', '--include=dev', '--include=optional', ...quiet], env)
  rmSync(installer, { recursive: true, force: true })
  enableGitHooks()
}

/** If npm started us, it has given us its own path, and the Node that it runs on: ours may be a newer one. */
function machinesNpm() {
  const { npm_execpath: file, npm_node_execpath: node, npm_config_user_agent: agent } = process.env
  return agent?.startsWith('npm/') && file?.endsWith('.js') ? [node ?? process.execPath, file] : ['npm']
}

/** @returns what it printed. Ends the process if it fails, with its own words and a sentence. */
function run([program, ...args], env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: mostBytes,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a script of the shell there.
    shell: process.platform === 'win32' && program === 'npm',
  })
  if (status === 0) return stdout
  if (stderr) console.error(stderr.trimEnd())
  return fail(sentenceOf(stderr ?? '', error?.code ?? null))
}

/** What Node 24 and npm need to be installed alone, in the versions and with the hashes of the lock file. */
export function installersFiles(packages, names = ['npm', nodePackage]) {
  const there = names.filter((name) => `node_modules/${name}` in packages)
  const dependencies = Object.fromEntries(there.map((name) => [name, packages[`node_modules/${name}`].version]))
  const entries = Object.entries(packages)
    .filter(([path]) => there.some((name) => `${path}/`.startsWith(`node_modules/${name}/`)))
    .map(([path, { dev: _dev, optional: _optional, ...entry }]) => [path, entry])
  return {
    manifest: { private: true, dependencies },
    lock: { lockfileVersion: 3, requires: true, packages: { '': { dependencies }, ...Object.fromEntries(entries) } },
  }
}

const isWithoutNetwork =
  /\bcode (EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/

/**
 * @param {string} words what npm printed
 * @param {string | null} code why it could not be started
 */
export function sentenceOf(words, code) {
  if (code === 'ENOENT') return 'npm fehlt: Debian hat es im Paket npm („apt install npm“).'
  const reason = isWithoutNetwork.test(words)
    ? 'npm erreicht seine Paketquelle nicht: bitte Netz und Proxy prüfen.'
    : 'Den Grund nennt npm darüber.'
  return `Die Pakete ließen sich nicht installieren. ${reason} Danach noch einmal starten.`
}

/** After `npm install <package>` everything is there already: npm notes what it has put into node_modules. */
function installedMatches(wanted) {
  const installed = readIfThere(join(root, 'node_modules/.package-lock.json'))
  if (installed === undefined) return false
  const { packages: present } = JSON.parse(installed)
  const same = (path) => present[path]?.version === wanted[path]?.version
  return (
    Object.keys(present).every(same) &&
    Object.keys(wanted).every((path) => path === '' || wanted[path].optional === true || same(path))
  )
}

/** Names of the packages made for this machine that are missing or do not load. npm calls all of these optional. */
function unusable(packages) {
  const glibc = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime !== undefined
  const machine = { os: process.platform, cpu: process.arch, libc: glibc ? 'glibc' : 'musl' }
  return madeFor(machine, packages).filter((path) => !loads(path))
}

/** @returns {string[]} the folders of packages with something compiled for this machine. */
export function madeFor(machine, packages) {
  return Object.keys(packages).filter((path) => {
    const { optional, os, cpu, libc } = packages[path]
    const fits = (allowed, own) => allowed === undefined || [allowed].flat().includes(own)
    return (
      optional === true &&
      cpu !== undefined &&
      fits(cpu, machine.cpu) &&
      fits(os, machine.os) &&
      fits(libc, machine.libc)
    )
  })
}

/** Each in a process of its own: what was compiled for something else may take the process with it. */
function loads(folder) {
  if (!existsSync(join(root, folder))) return false
  const files = filesIn(folder).filter((file) => file.endsWith('.node'))
  const load = 'process.dlopen({ exports: {} }, process.argv[1]); process.exit()'
  return files.every((file) => spawnSync(nodeProgram(), ['-e', load, join(root, file)]).status === 0)
}

function enableGitHooks() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const unset = git('config', 'core.hooksPath').stdout?.trim() === ''
  if (existsSync(join(root, '.git')) && unset) git('config', 'core.hooksPath', 'run/git-hooks')
}

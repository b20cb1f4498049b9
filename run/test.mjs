// `npm test [-- STEP …]`: every check and every test, or the steps named. The last line counts them. `quick` is a step for
// between two edits, and no part of the whole: it has nothing of its own.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { missingForOtherBrowsers } from './other-browsers.mjs'
import { ensureInstalled } from './packages.mjs'
import { commandFile, fail, nodeProgram, readIfThere, root } from './toolchain.mjs'
import { buildWeb, isBuilt } from './web-build.mjs'

const words = process.argv.slice(2)
if (words.includes('--long')) process.env.FUZZ = 'long'
const named = words.filter((word) => !word.startsWith('--'))

/** What the compiler knows from the last time. */
const typesBefore = join(root, 'node_modules/.cache/wegwarte-types')
/** Checks that take seconds. The first one loads what it holds, so it is run where that changed. */
const slowChecks = ['hostile-text.test.ts', 'alert-rules.test.ts', 'operating-command.test.ts']
const quickCheckOf = (name) => (name.endsWith('.test.ts') && !slowChecks.includes(name) ? [`checks/${name}`] : [])

ensureInstalled()
const steps = {
  types: () => check([commandFile('typescript')]),
  lint: () => check([commandFile('oxlint')]),
  format: () => check([commandFile('oxfmt'), '--check', '.']),
  'dead-code': () => check([commandFile('knip'), '--no-progress']),
  'web-build': webBuild,
  unit: () => tests('unit'),
  stores: () => tests('stores'),
  api: () => tests('api'),
  e2e: () => ensureChromium() && stories('e2e'),
  'other-browsers': otherBrowsers,
}
const onlyByName = { quick }
const byName = { ...steps, ...onlyByName }
const unknown = named.filter((name) => !(name in byName))
if (unknown.length > 0) fail(`Unknown step ${unknown.join(', ')}. There are: ${Object.keys(byName).join(', ')}`)

const total = { passed: 0, failed: 0, skipped: [] }
const slowest = []
for (const name of named.length > 0 ? named : Object.keys(steps)) {
  console.log(`\n━━ ${name}`)
  const startedAt = Date.now()
  const { passed, failed, skipped } = byName[name]()
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  slowest.push(`${name} ${seconds} s`)
  console.log(failed === 0 ? `   ${passed} passed in ${seconds} s` : `   FAILED: ${failed} of ${name}, in ${seconds} s`)
  total.passed += passed
  total.failed += failed
  total.skipped.push(...skipped)
}
report()

function check(args) {
  const { status } = spawnSync(nodeProgram(), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0 ? { passed: 1, failed: 0, skipped: [] } : { passed: 0, failed: 1, skipped: [] }
}

/**
 * Types, where only what changed is checked, and of what is not pushed yet: lint, format, the unit tests that load it,
 * and the checks that read sources.
 */
function quick() {
  const base = gitLines('merge-base', 'HEAD', '@{upstream}')[0] ?? gitLines('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  const changed = [...gitLines('diff', '--name-only', base), ...gitLines('ls-files', '--others', '--exclude-standard')]
  const sources = changed.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(join(root, file)))
  console.log(`   ${changed.length} files changed since ${base.slice(0, 10)}`)
  const done = [check([commandFile('typescript'), '--incremental', '--tsBuildInfoFile', typesBefore])]
  if (sources.length > 0) {
    done.push(check([commandFile('oxlint'), ...sources]), check([commandFile('oxfmt'), '--check', ...sources]))
  }
  if (changed.length > 0) {
    done.push(tests('unit', ['--changed', base, '--passWithNoTests']))
    done.push(tests('unit', readdirSync(join(root, 'checks')).flatMap(quickCheckOf)))
  }
  return {
    passed: sumOf(done.map(({ passed }) => passed)),
    failed: sumOf(done.map(({ failed }) => failed)),
    skipped: done.flatMap(({ skipped }) => skipped),
  }
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** What Git says, a line each; none where it fails. */
function gitLines(...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

function webBuild() {
  const built = isBuilt() || buildWeb()
  return { passed: built ? 1 : 0, failed: built ? 0 : 1, skipped: [] }
}

/** Runs stories with the web app built from its present sources. */
function stories(project) {
  const build = webBuild()
  return build.failed > 0 ? build : tests(project)
}

/** Few machines have WebKit and Firefox. On the others, one line says what to install. */
function otherBrowsers() {
  const missing = missingForOtherBrowsers()
  if (missing.length === 0) return stories('other-browsers')
  console.log(`   Skipped: WebKit and Firefox need "apt-get install ${missing.join(' ')}"`)
  return { passed: 0, failed: 0, skipped: [{ folder: 'e2e/other-browsers', fullName: 'all' }] }
}

/** Runs one of Vitest's projects, or what the arguments choose of it, and reads what happened from its JSON report. */
function tests(project, args = []) {
  const file = join(root, 'artefacts', `tests-${project}.json`)
  mkdirSync(join(root, 'artefacts'), { recursive: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const startedAt = Date.now()
  const { failed: broken } = check([commandFile('vitest'), 'run', '--project', project, ...args, ...reporters])
  const outcome = JSON.parse(readIfThere(file) ?? '{"startTime":0}')
  // Vitest stopped before it could report: a broken configuration, a database that does not start.
  if (outcome.startTime < startedAt) return { passed: 0, failed: 1, skipped: [] }
  const skipped = outcome.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => ({ folder: relative(root, dirname(name)), fullName })),
  )
  return {
    passed: outcome.numPassedTests,
    // A file that does not even load, or an error outside a test, fails the step without a failed test.
    failed: Math.max(outcome.numFailedTests, broken),
    skipped,
  }
}

function report() {
  console.log(`\n━━ ${slowest.join(', ')}`)
  const isStrict = process.env.CI_STRICT_SKIPS === '1'
  const failed = total.failed + (isStrict ? total.skipped.length : 0)
  if (total.skipped.length > 0) console.log(`Skipped (${total.skipped.length})${reasonOfSkips()}: ${skipsByFolder()}`)
  // If skipped tests are a failure, their names are printed.
  if (isStrict) for (const { folder, fullName } of total.skipped) console.log('  %s: %s', folder, fullName)
  console.log(`${total.passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

/** Recordings and other people's files, which are not in a clone: the tests with them are extra. */
function reasonOfSkips() {
  const folder = process.env.SHARED_DIR ?? '../shared'
  return existsSync(resolve(root, folder)) ? '' : `, for ${folder} is not there`
}

/** `server/feeds 17, domain 9`: the folders whose tests were skipped, most first. */
function skipsByFolder() {
  const counts = new Map()
  for (const { folder } of total.skipped) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  const folders = [...counts].map(([folder, count]) => ({ folder, count }))
  folders.sort((one, other) => other.count - one.count)
  return folders.map(({ folder, count }) => `${folder} ${count}`).join(', ')
}

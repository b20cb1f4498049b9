import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patience } from '#server/testing/patience.ts'
import { claimLock, type LockOwner, type Purpose } from './lock.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'lock.json')
const owner = (pid: number, purpose: Purpose): LockOwner => ({ pid, purpose, socketFolder: '/socket' })
/** Waits until the kernel says that the process is in this state. */
const reaches = (pid: number, state: 'T' | 'Z') =>
  vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(`) ${state} `), patience)
const deadPid = () => spawnSync('true').pid

test('a released lock leaves nothing behind and can be claimed again', async () => {
  for (let round = 0; round < 2; round++) {
    const claim = await claimLock(folder, owner(process.pid, 'server'))
    if (!('release' in claim)) throw new Error('not claimed')
    expect(readdirSync(folder)).toEqual(['lock.json'])
    claim.release()
    expect(readdirSync(folder)).toEqual([])
  }
})

test('the lock of a living server is respected, and a refusal names its holder', { timeout: 15_000 }, async () => {
  await claimLock(folder, owner(process.pid, 'server'))
  for (const purpose of ['server', 'command'] as const) {
    const claim = await claimLock(folder, owner(process.pid, purpose))
    expect(claim).toMatchObject({ heldBy: { pid: process.pid, purpose: 'server', socketFolder: '/socket' } })
  }
})

test('the lock of a dead process is taken over', async () => {
  writeFileSync(file(), JSON.stringify(owner(deadPid(), 'server')))
  expect(await claimLock(folder, owner(process.pid, 'server'))).toHaveProperty('release')
})

test.skipIf(!existsSync('/proc/self/stat'))(
  'a living process with the id of the dead owner is not mistaken for the owner (needs /proc)',
  async () => {
    writeFileSync(file(), JSON.stringify({ ...owner(process.pid, 'server'), started: '1' }))
    expect(await claimLock(folder, owner(process.pid, 'server'))).toHaveProperty('release')
  },
)

test.skipIf(!existsSync('/proc/self/stat'))(
  'the lock of a process that has ended is taken over, also while its parent does not ask for it (needs /proc)',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [said] = await once(parent.stdout, 'data')
      const pid = Number(String(said))
      // A stopped shell cannot ask for its child.
      parent.kill('SIGSTOP')
      await reaches(Number(parent.pid), 'T')
      process.kill(pid)
      await reaches(pid, 'Z')
      writeFileSync(file(), JSON.stringify(owner(pid, 'server')))
      expect(await claimLock(folder, owner(process.pid, 'server'))).toHaveProperty('release')
    } finally {
      parent.kill('SIGKILL')
    }
  },
)

test('a lock file that was cut off is taken over', async () => {
  for (const content of ['', '{"pid":1,"purp']) {
    writeFileSync(file(), content)
    const claim = await claimLock(folder, owner(process.pid, 'server'))
    if ('release' in claim) claim.release()
    expect(claim).toHaveProperty('release')
  }
})

test('a takeover that a crash interrupted does not block for ever', async () => {
  writeFileSync(file(), JSON.stringify(owner(deadPid(), 'server')))
  spawnSync('mkdir', [`${file()}.takeover`])
  spawnSync('touch', ['-d', '1 minute ago', `${file()}.takeover`])
  expect(await claimLock(folder, owner(process.pid, 'server'))).toHaveProperty('release')
})

test.each<Purpose>(['command', 'server'])('a server waits for a %s that ends', async (purpose) => {
  const before = await claimLock(folder, owner(process.pid, purpose))
  if (!('release' in before)) throw new Error('not claimed')
  let claimed = false
  const server = claimLock(folder, owner(process.pid, 'server')).then((claim) => {
    claimed = true
    return claim
  })
  await untilTriedTwice(folder)
  expect(claimed).toBe(false)
  before.release()
  expect(await server).toHaveProperty('release')
})

/** Each attempt to claim the lock leaves a draft of it for a moment. */
async function untilTriedTwice(within: string): Promise<void> {
  let tries = 0
  const watcher = watch(within)
  await new Promise<void>((resolve) => {
    watcher.on('change', (kind, name) => {
      // There are two events for each draft: it comes, and it goes.
      if (kind === 'rename' && name === `lock.json.${process.pid}`) tries += 0.5
      if (tries >= 2) resolve()
    })
  })
  watcher.close()
}

test('of several processes that find a stale lock at once, exactly one gets it', async () => {
  writeFileSync(file(), JSON.stringify(owner(deadPid(), 'server')))
  const claimer = `
    const { claimLock } = await import('${new URL('./lock.ts', import.meta.url).href}')
    const claim = await claimLock('${folder}', { pid: process.pid, purpose: 'command', socketFolder: '/socket' })
    console.log('release' in claim ? 'mine' : 'held')
    process.stdin.resume()`
  const processes = Array.from({ length: 4 }, () => spawn(process.execPath, ['--input-type=module', '-e', claimer]))
  const answers = await Promise.all(processes.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()))
  await Promise.all(processes.map((child) => (child.stdin.end(), once(child, 'exit'))))
  expect(answers.toSorted()).toEqual(['held', 'held', 'held', 'mine'])
})

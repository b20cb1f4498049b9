import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { patience } from '#server/testing/patience.ts'
import { inherited } from '#server/testing/product-process.ts'

let folder: string
const nobody = 65_534

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-start-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @param parent `npm start` keeps a channel to the product, by which the product sees that its parent has died. */
function start(env: Record<string, string>, parent: 'with a channel' | 'without' = 'without') {
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', parent === 'with a channel' ? 'ipc' : 'ignore'],
    env: {
      ...inherited,
      PORT: '0',
      ...anyGatewayPorts,
      FEEDS: 'off',
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
    // Root can write to any folder.
    ...(process.getuid?.() === 0 && env.DATA_DIR !== undefined && { uid: nobody }),
  })
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  return { child, said, ended: once(child, 'close').then(([code]: unknown[]) => code) }
}

const startPatienceMs = 60_000

async function untilRunning({ child, said }: ReturnType<typeof start>): Promise<void> {
  await vi.waitUntil(() => {
    if (child.exitCode !== null) throw new Error(said.err)
    return said.out.includes('Wegwarte läuft')
  }, startPatienceMs)
}

describe('what prevents a start is reported in one line', () => {
  async function expectRefusal(env: Record<string, string>, actual: RegExp): Promise<void> {
    const { said, ended } = start(env)
    expect(await ended).toBe(1)
    expect(said.err.trim()).toMatch(actual)
    expect(said.err.trim()).not.toContain('\n')
  }

  test(
    'a port that is taken',
    async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const address = other.address()
      const port = typeof address === 'object' && address !== null ? String(address.port) : ''
      await expectRefusal({ PORT: port }, new RegExp(`Port ${port} ist schon belegt`))
      other.close()
      // It creates its first database before it listens.
    },
    startPatienceMs,
  )

  test('a DATA_DIR that cannot be written', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    await expectRefusal({ DATA_DIR: join(file, 'data') }, /DATA_DIR .* lässt sich nicht beschreiben \(ENOTDIR\)/)
    const readOnly = join(folder, 'read-only')
    mkdirSync(readOnly)
    chmodSync(readOnly, 0o555)
    await expectRefusal({ DATA_DIR: readOnly }, /DATA_DIR .* lässt sich nicht beschreiben \(EACCES\)/)
  })

  test('a database server that does not answer, without its password', async () => {
    const url = 'postgres://user:geheimes-passwort@127.0.0.1:1/wegwarte'
    const { said, ended } = start({ DATABASE_URL: url })
    expect(await ended).toBe(1)
    expect(said.err).toMatch(/DATABASE_URL ist nicht erreichbar: .*ECONNREFUSED/)
    expect(said.err).not.toContain('geheimes-passwort')
  })

  test('settings that are unsafe in production', () =>
    expectRefusal({ NODE_ENV: 'production', DEMO: '1' }, /NODE_ENV=production: SMTP_URL.*DEMO.*PUBLIC_URL/))

  test('trust in everybody, in two halves', () =>
    expectRefusal(
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://wegwarte.example',
        SMTP_URL: 'smtps://mail.example',
        OPERATOR_NAME: 'Wegwarte UG',
        TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1',
      },
      /NODE_ENV=production: TRUST_PROXY nennt zu viele Adressen/,
    ))

  test('another product on the same DATA_DIR', async () => {
    const first = start({})
    await untilRunning(first)
    await expectRefusal({}, /DATA_DIR wird schon benutzt: Prozess \d+/)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
  })
})

test(
  'what is only doubtful in production is said at the start, and its health says how much there is',
  async () => {
    const product = start({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://wegwarte.example',
      SMTP_URL: 'smtps://mail.example',
      OPERATOR_NAME: 'Wegwarte UG',
    })
    await untilRunning(product)
    await vi.waitUntil(() => product.said.out.includes('sind noch Beispiele'), startPatienceMs)
    const warnings = product.said.out.split('\n').filter((line) => line.startsWith('Achtung: '))
    expect(warnings.join('\n')).toMatch(/TRUST_PROXY fehlt[^]*DATABASE_URL fehlt[^]*OPERATOR_STREET, /)
    const url = /http:\S+/.exec(product.said.out)?.[0] ?? ''
    // On a busy machine the database may answer its first question too late.
    await vi.waitFor(async () => {
      const answer = await (await fetch(`${url}/api/health`)).json()
      expect(answer).toMatchObject({ data: { settingWarnings: warnings.length } })
    }, patience)
    product.child.kill('SIGINT')
    expect(await product.ended).toBe(0)
  },
  startPatienceMs,
)

test('Ctrl-C ends it cleanly, and it starts again where it was', async () => {
  for (const parent of ['without', 'with a channel'] as const) {
    const product = start({}, parent)
    await untilRunning(product)
    product.child.kill('SIGINT')
    expect(await product.ended).toBe(0)
    expect(product.said.err).toBe('')
    expect(existsSync(join(folder, 'data', 'lock.json'))).toBe(false)
  }
})

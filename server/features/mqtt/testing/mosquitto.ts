import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { installedOpenssl, makeCertificate, programNamed, untilOpen } from '#server/testing/balancer.ts'
import { freePort } from '#server/testing/free-port.ts'

/** Debian's broker, over TLS, with one user. */
export interface TestBroker {
  port: number
  username: string
  password: string
  /** What it keeps, by topic. */
  readonly retained: ReadonlyMap<string, string>
  stop(): Promise<void>
}

export interface InstalledBroker {
  mosquitto: string
  passwords: string
  openssl: string
}

export function installedMosquitto(): InstalledBroker | null {
  const [mosquitto, passwords, openssl] = [
    programNamed('mosquitto'),
    programNamed('mosquitto_passwd'),
    installedOpenssl(),
  ]
  return mosquitto === undefined || passwords === undefined || openssl === undefined
    ? null
    : { mosquitto, passwords, openssl }
}

/** @param port where one was that is to be there again. */
export async function startMosquitto(
  { mosquitto, passwords, openssl }: InstalledBroker,
  port?: number,
): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-mosquitto-'))
  const [username, password] = ['haus', 'geheim-im-haus']
  const { certificate, key } = makeCertificate(openssl, folder)
  const listening = port ?? (await freePort())
  const passwordFile = join(folder, 'passwords')
  execFileSync(passwords, ['-b', '-c', passwordFile, username, password], { stdio: 'ignore' })
  const file = join(folder, 'mosquitto.conf')
  const user = process.getuid?.() === 0 ? ['user root'] : []
  writeFileSync(
    file,
    [
      ...user,
      `listener ${listening} 127.0.0.1`,
      `certfile ${certificate}`,
      `keyfile ${key}`,
      `password_file ${passwordFile}`,
      'allow_anonymous false',
      'log_dest none',
    ].join('\n'),
  )
  // The shell waits for the end of its input, which is the end of this process at the latest.
  const script = '"$@" & read -r _; kill -TERM $!; wait'
  const child = spawn('sh', ['-c', script, 'mosquitto', mosquitto, '-c', file], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await untilOpen(listening)
  const retained = new Map<string, string>()
  const reader = await connectAsync({
    protocol: 'mqtts',
    host: '127.0.0.1',
    port: listening,
    username,
    password,
    reconnectPeriod: 0,
  })
  reader.on('message', (topic, payload) => void retained.set(topic, payload.toString()))
  await reader.subscribeAsync('#', { qos: 1 })
  return {
    port: listening,
    username,
    password,
    retained,
    async stop() {
      reader.end(true)
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
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
export async function startMosquitto(installed: InstalledBroker, port?: number): Promise<TestBroker> {
  const running = await run(installed, (folder) => makeCertificate(installed.openssl, folder), port)
  const retained = new Map<string, string>()
  const { username, password } = running
  const reader = await connectAsync({
    protocol: 'mqtts',
    host: '127.0.0.1',
    port: running.port,
    username,
    password,
    reconnectPeriod: 0,
  })
  reader.on('message', (topic, payload) => void retained.set(topic, payload.toString()))
  await reader.subscribeAsync('#', { qos: 1 })
  return {
    ...running,
    retained,
    async stop() {
      reader.end(true)
      await running.stop()
    },
  }
}

/** What may be wrong with a certificate. But for one that is self-signed, this process trusts who has issued it. */
export const badCertificates = ['expired', 'self-signed', 'of another name'] as const
export type BadCertificate = (typeof badCertificates)[number]

/** One to which nobody should say anything. */
export function startBadMosquitto(installed: InstalledBroker, what: BadCertificate): Promise<Running> {
  return run(installed, (folder) => makeBadCertificate(installed.openssl, folder, what))
}

type Running = Omit<TestBroker, 'retained'>

async function run(
  { mosquitto, passwords }: InstalledBroker,
  certify: (folder: string) => { certificate: string; key: string },
  port?: number,
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-mosquitto-'))
  const [username, password] = ['haus', 'geheim-im-haus']
  const { certificate, key } = certify(folder)
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
  return {
    port: listening,
    username,
    password,
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeBadCertificate(
  openssl: string,
  folder: string,
  what: BadCertificate,
): { certificate: string; key: string } {
  const [certificate, key, request] = [join(folder, 'bad.pem'), join(folder, 'bad.key'), join(folder, 'bad.csr')]
  const names = join(folder, 'names')
  writeFileSync(names, `subjectAltName=${what === 'of another name' ? 'DNS:other.example' : 'IP:127.0.0.1'}`)
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  execFileSync(openssl, ['req', ...curve, '-subj', '/CN=other.example', '-out', request], { stdio: 'ignore' })
  const days = what === 'expired' ? '-1' : '2'
  const signed = ['x509', '-req', '-days', days, '-in', request, '-signkey', key, '-extfile', names]
  execFileSync(openssl, [...signed, '-out', certificate], { stdio: 'ignore' })
  if (what !== 'self-signed') {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')])
  }
  return { certificate, key }
}

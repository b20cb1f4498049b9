import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from './free-port.ts'

const startPatienceMs = 30_000
const askAgainMs = 20

/** What browsers call, in front of several processes that it asks in turn; it leaves out one that is gone. */
export interface Balancer {
  /** `nginx` with the example of `operating/`, over TLS; its certificate is trusted by this process. */
  kind: 'nginx' | 'relay'
  url: string
  /** Where it answers without TLS. */
  plainUrl: string
  stop(): Promise<void>
}

/** nginx where the machine has it, else a relay that gives each connection to the next process. */
export async function startBalancer(behind: readonly string[]): Promise<Balancer> {
  const installed = installedNginx()
  const plain = await freePort()
  const plainUrl = `http://127.0.0.1:${plain}`
  if (installed === null) {
    return { kind: 'relay', url: plainUrl, plainUrl, stop: await startRelay(plain, behind) }
  }
  const tls = await freePort()
  const stop = await startNginx(installed, { plain, tls }, behind)
  return { kind: 'nginx', url: `https://127.0.0.1:${tls}`, plainUrl, stop }
}

interface InstalledNginx {
  nginx: string
  /** Makes its certificate. */
  openssl: string
}

export const installedOpenssl = () => programNamed('openssl')

export function installedNginx(): InstalledNginx | null {
  const [nginx, openssl] = [programNamed('nginx'), installedOpenssl()]
  return nginx === undefined || openssl === undefined ? null : { nginx, openssl }
}

export function programNamed(name: string): string | undefined {
  const folders = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, name)).find(existsSync)
}

interface Ports {
  plain: number
  tls: number
}

async function startNginx(
  { nginx, openssl }: InstalledNginx,
  ports: Ports,
  behind: readonly string[],
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-nginx-'))
  makeCertificate(openssl, folder)
  writeFileSync(join(folder, 'site.conf'), exampleWith(folder, ports, behind))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, aroundTheSite(folder))
  // The shell waits for the end of its input, which is the end of this process at the latest.
  const script = '"$@" & read -r _; kill -TERM $!; wait; rm -rf "$0"'
  const words = [nginx, '-p', folder, '-c', file, '-e', 'stderr']
  const child = spawn('sh', ['-c', script, folder, ...words], { stdio: ['pipe', 'ignore', 'inherit'] })
  await untilOpen(ports.tls)
  return async () => {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
}

/** The example itself, with these processes, and with addresses and files that a test may use. */
function exampleWith(folder: string, { plain, tls }: Ports, behind: readonly string[]): string {
  const servers = (options: string) => behind.map((url) => `server ${new URL(url).host}${options}`).join('\n\t')
  return changed('operating/nginx.conf', [
    [/server 127\.0\.0\.1:3000(.*;)/, (_line, options = ';') => servers(options)],
    [/listen 80;/, `listen 127.0.0.1:${plain};`],
    [/listen 443 ssl/, `listen 127.0.0.1:${tls} ssl`],
    [/\tlisten \[::\]:80;\n/, ''],
    [/\tlisten \[::\]:443 .*;\n/, ''],
    [/\/etc\/letsencrypt\/live\/wegwarte\.example\/fullchain\.pem/, `${folder}/fullchain.pem`],
    [/\/etc\/letsencrypt\/live\/wegwarte\.example\/privkey\.pem/, `${folder}/privkey.pem`],
  ])
}

/** `operating/nginx-main.conf` itself, with files that a test may use, in the foreground. */
function aroundTheSite(folder: string): string {
  const unused = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return changed('operating/nginx-main.conf', [
    [/user www-data;/, `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''}`],
    [/\/run\/nginx\.pid/, `${folder}/pid`],
    [/\/var\/log\/nginx\/error\.log/, '/dev/null'],
    [/include \/etc\/nginx\/modules-enabled\/.*;\n/, ''],
    [/include \/etc\/nginx\/conf\.d\/.*;\n/, unused.join(' ')],
    [/\/etc\/nginx\/sites-enabled\/\*/, `${folder}/site.conf`],
  ])
}

type Change = [RegExp, string | ((...found: string[]) => string)]

/** A file of `operating/` with what a test has to change; each change has to find its place. */
export function changed(file: string, changes: readonly Change[]): string {
  return changes.reduce(
    (text, [line, mine]) => {
      if (!line.test(text)) throw new Error(`${file} has no ${line.source}`)
      return typeof mine === 'string' ? text.replace(line, mine) : text.replace(line, mine)
    },
    readFileSync(file, 'utf8'),
  )
}

/** A certificate for this machine, which this process trusts from now on. Returns its file and that of its key. */
export function makeCertificate(openssl: string, folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  const names = ['-subj', '/CN=wegwarte.example', '-addext', 'subjectAltName=DNS:wegwarte.example,IP:127.0.0.1']
  execFileSync(openssl, ['req', '-x509', '-days', '2', ...curve, ...names, '-out', certificate], { stdio: 'ignore' })
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')])
  return { certificate, key }
}

async function startRelay(port: number, behind: readonly string[]): Promise<() => Promise<void>> {
  let asked = 0
  const open = new Set<Socket>()
  const pass = async (client: Socket) => {
    client.on('error', () => undefined)
    for (let tries = 0; tries < behind.length; tries += 1) {
      const { hostname, port } = new URL(behind[asked++ % behind.length] ?? '')
      const server = connect(Number(port), hostname)
      if (!(await isConnected(server))) continue
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        open.add(from)
        from.on('error', () => undefined).pipe(to)
        from.on('close', () => {
          open.delete(from)
          to.destroy()
        })
      }
      return
    }
    client.destroy()
  }
  const relay = createServer((client) => void pass(client)).listen(port, '127.0.0.1')
  await once(relay, 'listening')
  return async () => {
    const closed = once(relay, 'close')
    relay.close()
    for (const socket of open) socket.destroy()
    await closed
  }
}

export async function untilOpen(port: number): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += askAgainMs) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await isConnected(socket)
    socket.destroy()
    if (isOpen) return
    if (waitedMs > startPatienceMs) throw new Error('nothing listens in time')
    // Timed: asked again until it answers.
    await sleep(askAgainMs)
  }
}

function isConnected(socket: Socket): Promise<boolean> {
  return once(socket, 'connect').then(
    () => true,
    () => false,
  )
}

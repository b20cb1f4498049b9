import { databaseUrlsOf } from './database-url.ts'

/** What `pg` takes from its surroundings where DATABASE_URL does not say it. */
export interface DriverSurroundings {
  PGHOST: string | undefined
  PGSSLMODE: string | undefined
}

/** A server of DATABASE_URL, as `pg` goes to it. */
interface DatabaseServer {
  /** A name, an address, or a folder with a socket. */
  host: string
  /** Whether nobody in between can read along or pass for it: encrypted, with a certificate that is checked. */
  isProven: boolean
}

export function databaseServersOf(url: string, { PGHOST, PGSSLMODE }: DriverSurroundings): DatabaseServer[] {
  return (databaseUrlsOf(url) ?? []).map((one) => {
    const { hostname, searchParams } = new URL(one)
    const named = searchParams.get('host') ?? ''
    const host = named === '' ? decodeURIComponent(hostname) : named
    return { host: host === '' ? (PGHOST ?? 'localhost') : host, isProven: isProven(searchParams, PGSSLMODE) }
  })
}

/** `prefer` and `allow` are left out: they promise nothing, and later versions of `pg` will not, either. */
const provenModes = new Set(['require', 'verify-ca', 'verify-full'])

/** As `pg-connection-string` 2 reads it: of a parameter that is there twice, the last one counts. */
function isProven(searchParams: URLSearchParams, PGSSLMODE: string | undefined): boolean {
  const parameters = new Map(searchParams)
  const has = (name: string) => (parameters.get(name) ?? '') !== ''
  const mode = parameters.get('sslmode') ?? ''
  if (mode !== '') {
    const isUnchecked = parameters.get('uselibpqcompat') === 'true' && mode === 'require' && !has('sslrootcert')
    return provenModes.has(mode) && !isUnchecked
  }
  if (has('sslrootcert') || has('sslcert') || has('sslkey')) return true
  const ssl = parameters.get('ssl')
  if (ssl !== undefined) return ssl === 'true' || ssl === '1'
  return parameters.get('sslnegotiation') === 'direct' || provenModes.has(PGSSLMODE ?? '')
}

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/

/**
 * The hosts of DATABASE_URL: `//one:5432,two:5433/name`, or as parameters (`?host=/one,/two&port=5432,5433`).
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 * @returns null where it is no such address.
 */
export function databaseUrlsOf(url: string): readonly [string, ...string[]] | null {
  const [, user, hosts = '', path = '', query = ''] = form.exec(url) ?? []
  if (user === undefined) return null
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs')
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary') return null
  parameters.delete('target_session_attrs')
  const named = (parameters.get('host') ?? '').split(',')
  const ports = (parameters.get('port') ?? '').split(',')
  const count = Math.max(hosts.split(',').length, named.length)
  const [first, ...others] = Array.from({ length: count }, (_, at) => {
    const [host, port] = [named[at] ?? '', ports.length === 1 ? (ports[0] ?? '') : (ports[at] ?? '')]
    const own = new URLSearchParams(parameters)
    if (host !== '') own.set('host', host)
    if (port !== '') own.set('port', port)
    return `${user}${hosts.split(',')[at] ?? ''}${path}${own.size === 0 ? '' : `?${own.toString()}`}`
  })
  const all = [first ?? url, ...others] as const
  return all.every((one) => URL.canParse(one)) ? all : null
}

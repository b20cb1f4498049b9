import type { FastifyInstance } from 'fastify'
import { httpServerLimits } from '#contract/limits/http-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Settings } from '#server/config.ts'

/** `/.well-known/security.txt`: whom to tell of a vulnerability (RFC 9116). */
export function registerSecurityContact(
  app: FastifyInstance,
  { settings, clock }: { settings: Settings; clock: Pick<Clock, 'now'> },
): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityContact(settings, clock.now())),
  )
}

/** The addresses of pages are left out where they are not `https://`, as the RFC demands (sections 2.5.2 and 2.5.7). */
export function securityContact(
  settings: Pick<Settings, 'SECURITY_MAIL' | 'SUPPORT_MAIL' | 'PUBLIC_URL'>,
  now: Date,
): string {
  const { SECURITY_MAIL, SUPPORT_MAIL, PUBLIC_URL: url } = settings
  // It never expires while the product runs: a copy does.
  const expires = new Date(now.getTime() + httpServerLimits.securityContactDays * dayMs)
  const pages = url.startsWith('https://')
    ? [`Canonical: ${url}/.well-known/security.txt`, `Policy: ${url}/impressum`]
    : []
  const lines = [
    `Contact: mailto:${encodeURI(SECURITY_MAIL ?? SUPPORT_MAIL)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: de, en',
    ...pages,
  ]
  return `${lines.join('\n')}\n`
}

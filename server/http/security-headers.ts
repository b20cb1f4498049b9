import { contentSecurityPolicy } from '#server/http/content-security-policy.ts'

type Headers = Readonly<Record<string, string>>

/**
 * The security headers of every answer, made once: for a page, what it may do; for a script or style sheet of pages, the same
 * policy, which a worker is bound by, and none of what is about documents; for anything else, that it is not a page.
 * They are those of `helmet`, but headers that are about documents only are left out of other answers.
 * @param mapSources see `contentSecurityPolicy`.
 * @param subdomains whether other sites below our domain can be reached by TLS alone, too.
 */
export function securityHeaders({ mapSources, subdomains }: { mapSources: readonly string[]; subdomains: boolean }): {
  page: Headers
  part: Headers
  data: Headers
} {
  const policy = Object.entries(contentSecurityPolicy(mapSources)).map((directive) => directive.flat().join(' '))
  const everywhere = {
    ...always,
    'strict-transport-security': `max-age=31536000${subdomains ? '; includeSubDomains' : ''}`,
  }
  const part = { ...everywhere, 'content-security-policy': policy.join(';') }
  return {
    part,
    page: {
      ...part,
      'permissions-policy': permissionsPolicy,
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    },
    // If it is opened like a page, it runs, loads and frames nothing.
    data: { ...everywhere, 'content-security-policy': "default-src 'none';frame-ancestors 'none'" },
  }
}

/** "no-referrer" makes OpenStreetMap's tile server refuse. */
const always = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** Of the features that need a permission, pages use only location and clipboard. Frames may use none. */
const permissionsPolicy =
  'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), serial=(), bluetooth=(), hid=(), midi=()'

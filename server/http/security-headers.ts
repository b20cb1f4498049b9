import { contentSecurityPolicy } from '#server/http/content-security-policy.ts'

type Headers = Readonly<Record<string, string>>

/**
 * What every answer says to browsers, made once: a page what it may do, anything else that it is no page. It is what
 * `helmet` would send; of that, what is about documents alone stays away from answers that are none.
 * @param mapSources see `contentSecurityPolicy`.
 */
export function securityHeaders(mapSources: readonly string[]): { page: Headers; data: Headers } {
  const policy = Object.entries(contentSecurityPolicy(mapSources)).map((directive) => directive.flat().join(' '))
  return {
    page: {
      ...everywhere,
      'content-security-policy': policy.join(';'),
      'permissions-policy': permissionsPolicy,
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    },
    // Opened as if it were a page, it runs, loads and frames nothing.
    data: { ...everywhere, 'content-security-policy': "default-src 'none';frame-ancestors 'none'" },
  }
}

/** "no-referrer" makes OpenStreetMap's tile server refuse. */
const everywhere = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** Of what browsers ask people for, pages use the place alone, and the clipboard; nothing may in a frame of ours. */
const permissionsPolicy =
  'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), serial=(), bluetooth=(), hid=(), midi=()'

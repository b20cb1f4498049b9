import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

test.each([
  [false, 'max-age=31536000'],
  [true, 'max-age=31536000; includeSubDomains'],
])('if subdomains are reached by TLS alone: %s, browsers are told so', (subdomains, said) => {
  for (const headers of Object.values(securityHeaders({ mapSources: [], subdomains }))) {
    expect(headers['strict-transport-security']).toBe(said)
  }
})

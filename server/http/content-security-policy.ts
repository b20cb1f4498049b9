/**
 * The content security policy of every page (design, section 5.7): our own origin and the map's tiles, nothing else.
 * @param mapSources addresses of tiles and styles; `{z}` and the like may stand in them.
 */
export function contentSecurityPolicy(mapSources: readonly string[]): Record<string, string[]> {
  const origins = [...new Set(mapSources.map(originOf))]
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'worker-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...origins],
    'connect-src': ["'self'", ...origins],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

function originOf(address: string): string {
  return new URL(address.replaceAll(/[{}]/g, '')).origin
}

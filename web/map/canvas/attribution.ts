export const copyrightPage = 'https://www.openstreetmap.org/copyright'

/** OpenStreetMap asks that its name leads to its licence; a plain-text setting is made to do so. */
export function linkedAttribution(attribution: string): string {
  if (attribution.includes('<a') || !attribution.includes('OpenStreetMap')) return attribution
  return `<a href="${copyrightPage}" target="_blank" rel="noopener">${attribution}</a>`
}

/** Without its links. */
export function plainAttribution(attribution: string): string {
  return attribution.replaceAll(/<[^>]*>/g, '')
}

import type { DossierLink, LinkTerm } from '#contract/dossier.ts'
import { linkInWords } from './link-words.ts'

/** A link that this page has made: only the page knows its address. */
export interface MadeLink {
  link: DossierLink
  url: string
  /** What was chosen when it was made. */
  term: LinkTerm
}

/**
 * The address that is handed on; null where another link is to be made: that one has ended, or another term is chosen since.
 * @param known.links as the server has them now; one that was just made may be missing.
 */
export function openAddress(
  made: MadeLink | null,
  { links, term }: { links: readonly DossierLink[]; term: LinkTerm },
  now: Date,
): string | null {
  if (made === null || made.term !== term) return null
  const link = links.find(({ id }) => id === made.link.id) ?? made.link
  return linkInWords(link, now).state === 'OPEN' ? made.url : null
}

import type { DossierLink } from '#contract/dossier/dossier-link.ts'
import { type LinkState, linkState } from '#domain/dossier/dossier.ts'
import { dossierTexts } from '../texts.ts'
import { formatAgo, formatDayTime, counted } from '#web/texts/formats.ts'

const texts = dossierTexts.links

/** What is shown about a link: how long it is valid, and whether somebody has opened it. */
export function linkInWords(link: DossierLink, now: Date): { state: LinkState; validity: string; visits: string } {
  const revokedAt = link.revokedAt === null ? null : new Date(link.revokedAt)
  const state = linkState({ expiresAt: new Date(link.expiresAt), revokedAt }, now)
  return { state, validity: validityOf(link, state), visits: visitsOf(link, now) }
}

function validityOf({ expiresAt, revokedAt }: DossierLink, state: LinkState): string {
  if (state === 'OPEN') return texts.open(formatDayTime(expiresAt))
  return revokedAt === null ? texts.expired(formatDayTime(expiresAt)) : texts.revoked(formatDayTime(revokedAt))
}

function visitsOf({ opened, lastOpenedAt }: DossierLink, now: Date): string {
  if (lastOpenedAt === null) return texts.never
  return texts.opened(counted(opened, 'Mal', 'Mal'), formatAgo(lastOpenedAt, now))
}

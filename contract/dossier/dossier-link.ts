import * as z from 'zod/mini'
import { dossierLinkId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'

/** How long a link for the police is valid. */
export const linkTerms = ['DAY', 'THREE_DAYS', 'WEEK'] as const
export const linkTerm = z.enum(linkTerms, 'Bitte wählen Sie, wie lange der Link gelten soll.')
export type LinkTerm = z.output<typeof linkTerm>

export const linkTermHours: Readonly<Record<LinkTerm, number>> = { DAY: 24, THREE_DAYS: 72, WEEK: 168 }

export const dossierLink = z
  .object({
    id: dossierLinkId,
    createdAt: instant,
    expiresAt: instant,
    revokedAt: z.nullable(instant),
    lastOpenedAt: z.nullable(instant),
    /** Visits: requests close together count once. */
    opened: z.number(),
  })
  .check(z.meta({ id: 'DossierLink' }))
export type DossierLink = z.output<typeof dossierLink>

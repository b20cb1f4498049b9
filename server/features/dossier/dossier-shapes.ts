import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import type { DossierLink } from '#contract/dossier/dossier-link.ts'
import type { Dossier, DossierChange } from '#contract/dossier/dossier.ts'
import type { Period, StateChange } from '#domain/dossier/dossier.ts'
import type { StoredLink } from './links/dossier-links.store.ts'

/** Newest first. */
export function changesOf(changes: readonly StateChange[]): DossierChange[] {
  return changes
    .slice(-dossierLimits.shownChanges)
    .toReversed()
    .map(({ state, since, setAt }) => ({ state, since: since.toISOString(), setAt: setAt.toISOString() }))
}

export function periodOnTheWire(period: Period | null): Dossier['period'] {
  if (period === null) return null
  const { since, from, until } = period
  return { since: since.toISOString(), from: from.toISOString(), until: until?.toISOString() ?? null }
}

export function linkOf({ id, createdAt, expiresAt, revokedAt, lastOpenedAt, opened }: StoredLink): DossierLink {
  return {
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
    opened,
  }
}

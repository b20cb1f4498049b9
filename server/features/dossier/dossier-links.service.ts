import { type DossierLink, dossierLimits, type LinkTerm, type SharedDossier } from '#contract/dossier.ts'
import { linkEnd, linkState, periodOf, stateOf } from '#domain/dossier.ts'
import type { Clock } from '#server/clock.ts'
import {
  detailsOf,
  type DossierDevice,
  type DossierLinksStore,
  type DossierStore,
  type StoredLink,
} from './dossier.store.ts'
import type { DossierFiles } from './dossier-files.ts'
import type { DossierService } from './dossier.service.ts'
import { changesOf, linkOf, periodOnTheWire } from './dossier-shapes.ts'
import type { FileAnswer } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import { createSecret, hashOf } from '#server/secrets.ts'

export type DossierLinksService = ReturnType<typeof createDossierLinksService>

interface Parts {
  store: DossierStore
  links: DossierLinksStore
  owned: DossierService['owned']
  files: DossierFiles
  clock: Clock
  newId(): string
  /** A link was made. */
  onMade(deviceId: string): Promise<void>
  publicUrl: string
}

/** Links that let the police read one dossier: made and revoked by the owner, opened by whoever has one. */
export function createDossierLinksService({ store, links, owned, files, clock, newId, onMade, publicUrl }: Parts) {
  /** The link of a token, while it opens, with its device. @throws {Problem} DOSSIER_LINK_… */
  const opened = async (token: string | null): Promise<{ link: StoredLink; device: DossierDevice }> => {
    const link = token === null ? null : await links.byHash(hashOf(token))
    if (link === null) throw new Problem('DOSSIER_LINK_UNKNOWN')
    const state = linkState(link, clock.now())
    if (state === 'REVOKED') throw new Problem('DOSSIER_LINK_REVOKED')
    if (state === 'EXPIRED') throw new Problem('DOSSIER_LINK_EXPIRED')
    const device = await store.device(link.deviceId)
    if (device === null) throw new Problem('DOSSIER_LINK_UNKNOWN')
    await links.noteOpening(link.id, clock.now())
    return { link, device }
  }

  return {
    /** The address is told this once; only the hash of its token is kept. */
    async create(userId: string, deviceId: string, term: LinkTerm): Promise<{ link: DossierLink; url: string }> {
      await owned(userId, deviceId)
      if (periodOf(await store.changes(deviceId)) === null) throw new Problem('DOSSIER_NO_CASE')
      const { token, hash } = createSecret()
      const createdAt = clock.now()
      const fresh = { revokedAt: null, lastOpenedAt: null, opened: 0 }
      const link = { id: newId(), deviceId, createdAt, expiresAt: linkEnd(term, createdAt), ...fresh }
      const outcome = await links.add(link, hash)
      if (outcome === 'gone') throw new Problem('NOT_FOUND')
      if (outcome === 'full') throw new Problem('DOSSIER_LINK_LIMIT')
      await onMade(deviceId)
      return { link: linkOf(link), url: `${publicUrl}/dossier#${token}` }
    },

    async revoke(userId: string, deviceId: string, linkId: string): Promise<DossierLink> {
      await owned(userId, deviceId)
      const link = await links.revoke(deviceId, linkId, clock.now())
      if (link === null) throw new Problem('NOT_FOUND')
      return linkOf(link)
    },

    async show(token: string | null): Promise<SharedDossier> {
      const { link, device } = await opened(token)
      const changes = await store.changes(device.id)
      const period = periodOf(changes)
      const { line, positions } = await files.track(device.id, period, dossierLimits.pageTrackPoints)
      return {
        state: stateOf(changes),
        changes: changesOf(changes),
        period: periodOnTheWire(period),
        imei: device.imei,
        details: detailsOf(device, await store.details(device.id)),
        track: line,
        positions,
        expiresAt: link.expiresAt.toISOString(),
        demo: device.demo,
      }
    },

    async document(token: string | null): Promise<FileAnswer> {
      return files.document((await opened(token)).device)
    },
  }
}

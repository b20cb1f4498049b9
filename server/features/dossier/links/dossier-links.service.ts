import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import type { DossierLink, LinkTerm } from '#contract/dossier/dossier-link.ts'
import type { SharedDossier } from '#contract/dossier/dossier.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { isOfEarlierTheft, linkEnd, linkState, periodOf, stateOf } from '#domain/dossier/dossier.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DossierLinksStore, StoredLink } from './dossier-links.store.ts'
import { type DossierDetailsStore, type DossierDevice, detailsOf } from '../dossier-details.store.ts'
import type { DossierStore } from '../dossier.store.ts'
import type { DossierFiles } from '../dossier-files.ts'
import { changesOf, linkOf, periodOnTheWire } from '../dossier-shapes.ts'
import type { FileAnswer } from '#server/http/api.ts'
import type { PlaceNames } from '#server/places/place-names.ts'
import { Problem } from '#server/http/problem.ts'
import { createSecret, hashOf } from '#server/platform/secrets.ts'

export type DossierLinksService = ReturnType<typeof createDossierLinksService>

interface Parts {
  store: Pick<DossierStore, 'changes'>
  details: Pick<DossierDetailsStore, 'device' | 'entered'>
  links: DossierLinksStore
  files: DossierFiles
  placeNames: Pick<PlaceNames, 'nameOf'>
  clock: Clock
  newId(): string
  publicUrl: string
}

/** Links that let the police read one dossier. The owner makes and revokes them; anybody with the link can open it. */
export function createDossierLinksService({
  store,
  details,
  links,
  files,
  placeNames,
  clock,
  newId,
  publicUrl,
}: Parts) {
  /** The valid link of a token, with its device. @throws {Problem} DOSSIER_LINK_… */
  const opened = async (token: string | null): Promise<{ link: StoredLink; device: DossierDevice }> => {
    const link = token === null ? null : await links.byHash(hashOf(token))
    if (link === null) throw new Problem('DOSSIER_LINK_UNKNOWN')
    const state = linkState(link, clock.now())
    if (state === 'REVOKED') throw new Problem('DOSSIER_LINK_REVOKED')
    if (state === 'EXPIRED') throw new Problem('DOSSIER_LINK_EXPIRED')
    const device = await details.device(link.deviceId)
    if (device === null) throw new Problem('DOSSIER_LINK_UNKNOWN')
    if (isOfEarlierTheft(link.createdAt, await store.changes(device.id))) throw new Problem('DOSSIER_LINK_REVOKED')
    await links.noteOpening(link, clock.now())
    return { link, device }
  }

  return {
    /** The address is returned only this once; only the hash of its token is stored. */
    async create(
      deviceId: string,
      term: LinkTerm,
      consentVersion = currentVersion('police-folder'),
    ): Promise<{ link: DossierLink; url: string }> {
      if (consentVersion !== currentVersion('police-folder')) throw new Problem('CONSENT_TEXT_CHANGED')
      if (periodOf(await store.changes(deviceId)) === null) throw new Problem('DOSSIER_NO_CASE')
      const { token, hash } = createSecret()
      const createdAt = clock.now()
      const fresh = { revokedAt: null, lastOpenedAt: null, opened: 0 }
      const link = { id: newId(), deviceId, createdAt, expiresAt: linkEnd(term, createdAt), ...fresh }
      const outcome = await links.add(link, hash)
      if (outcome === 'gone') throw new Problem('NOT_FOUND')
      if (outcome === 'full') throw new Problem('DOSSIER_LINK_LIMIT')
      return { link: linkOf(link), url: `${publicUrl}/dossier#${token}` }
    },

    async revoke(deviceId: string, linkId: string): Promise<DossierLink> {
      const link = await links.revoke(deviceId, linkId, clock.now())
      if (link === null) throw new Problem('NOT_FOUND')
      return linkOf(link)
    },

    async withdrawConsent(deviceId: string): Promise<{ revoked: number }> {
      return { revoked: await links.withdraw(deviceId, clock.now()) }
    },

    async show(token: string | null): Promise<SharedDossier> {
      const { link, device } = await opened(token)
      const changes = await store.changes(device.id)
      const period = periodOf(changes)
      const { line, positions } = await files.track(device.id, period, dossierLimits.pageTrackPoints)
      const newest = line.at(-1)
      return {
        state: stateOf(changes),
        changes: changesOf(changes),
        period: periodOnTheWire(period),
        imei: device.imei,
        details: detailsOf(device, await details.entered(device.id)),
        track: line,
        placeName: newest === undefined ? null : await placeNames.nameOf(newest),
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

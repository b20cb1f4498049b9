import { type DossierLink, dossierLimits, type LinkTerm, type SharedDossier } from '#contract/dossier.ts'
import { linkEnd, linkState, periodOf, stateOf } from '#domain/dossier.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts, Rule } from '#server/db/attempts.ts'
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
  attempts: Attempts
  clock: Clock
  newId(): string
  publicUrl: string
}

/** Links that let the police read one dossier: made and revoked by the owner, opened by whoever has one. */
export function createDossierLinksService({ store, links, owned, files, attempts, clock, newId, publicUrl }: Parts) {
  const take = async (rule: Rule, subject: string) => {
    const taken = await attempts.take(rule, subject)
    if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
  }

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
      await take(createRule, userId)
      const { token, hash } = createSecret()
      const createdAt = clock.now()
      const fresh = { revokedAt: null, lastOpenedAt: null, opened: 0 }
      const link = { id: newId(), deviceId, createdAt, expiresAt: linkEnd(term, createdAt), ...fresh }
      if (!(await links.add(link, hash))) throw new Problem('DOSSIER_LINK_LIMIT')
      return { link: linkOf(link), url: `${publicUrl}/dossier#${token}` }
    },

    async revoke(userId: string, deviceId: string, linkId: string): Promise<DossierLink> {
      await owned(userId, deviceId)
      const link = await links.revoke(deviceId, linkId, clock.now())
      if (link === null) throw new Problem('NOT_FOUND')
      return linkOf(link)
    },

    /** @param address of the caller's network, by which it is limited how often links are tried and opened. */
    async show(token: string | null, address: string): Promise<SharedDossier> {
      await take(openRule, address)
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

    async document(token: string | null, address: string): Promise<FileAnswer> {
      await take(documentRule, address)
      return files.document((await opened(token)).device)
    },
  }
}

const createRule: Rule = { kind: 'dossier-link', max: dossierLimits.linksPerHour, minutes: 60 }
const openRule: Rule = { kind: 'dossier-open', max: dossierLimits.opensPerHour, minutes: 60 }
const documentRule: Rule = { kind: 'dossier-shared-document', max: dossierLimits.documentsPerHour, minutes: 60 }

import { dossiers } from '#contract/dossier/dossier.ts'
import type { DossierLinksService } from './links/dossier-links.service.ts'
import type { DossierService } from './dossier.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerDossierRoutes(api: Api, service: DossierService, links: DossierLinksService): void {
  api.on(dossiers.show, ({ params }) => service.show(params.deviceId))
  api.on(dossiers.count, async ({ params, query }) => ({
    positions: await service.count(params.deviceId, query.since),
  }))
  api.on(dossiers.saveDetails, async ({ params, body }) => service.saveDetails(params.deviceId, body))
  api.on(dossiers.setState, async ({ params, body }) => service.setState(params.deviceId, body))
  api.on(dossiers.undo, async ({ params, body }) => service.undo(params.deviceId, body.at))
  api.on(dossiers.correctBeginning, async ({ params, body }) =>
    service.correctBeginning(params.deviceId, new Date(body.since)),
  )
  api.on(dossiers.remove, async ({ params }) => {
    await service.remove(params.deviceId)
    return {}
  })
  api.on(dossiers.document, ({ params }) => service.document(params.deviceId))
  api.on(dossiers.createLink, async ({ params, body }) => links.create(params.deviceId, body.term, body.consentVersion))
  api.on(dossiers.withdrawConsent, ({ params }) => links.withdrawConsent(params.deviceId))
  api.on(dossiers.revokeLink, ({ params }) => links.revoke(params.deviceId, params.linkId))
  api.on(dossiers.shared, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return links.show(token)
  })
  api.on(dossiers.sharedDocument, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return links.document(token)
  })
}

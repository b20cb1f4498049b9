import { dossiers } from '#contract/dossier.ts'
import type { DossierLinksService } from './dossier-links.service.ts'
import type { DossierService } from './dossier.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerDossierRoutes(api: Api, service: DossierService, links: DossierLinksService): void {
  api.on(dossiers.show, ({ caller, params }) => service.show(caller.user.id, params.deviceId))
  api.on(dossiers.saveDetails, async ({ caller, params, body }) =>
    service.saveDetails(caller.user.id, params.deviceId, body),
  )
  api.on(dossiers.setState, async ({ caller, params, body }) =>
    service.setState(caller.user.id, params.deviceId, body.state, body.since),
  )
  api.on(dossiers.remove, async ({ caller, params }) => {
    await service.remove(caller.user.id, params.deviceId)
    return {}
  })
  api.on(dossiers.document, ({ caller, params }) => service.document(caller.user.id, params.deviceId))
  api.on(dossiers.createLink, async ({ caller, params, body }) =>
    links.create(caller.user.id, params.deviceId, body.term),
  )
  api.on(dossiers.revokeLink, ({ caller, params }) => links.revoke(caller.user.id, params.deviceId, params.linkId))
  api.on(dossiers.shared, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return links.show(token)
  })
  api.on(dossiers.sharedDocument, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return links.document(token)
  })
}

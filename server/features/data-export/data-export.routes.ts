import { dataExports } from '#contract/data-export/data-export.ts'
import type { DataExportService, DownloadedExport } from './data-export.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerDataExportRoutes(api: Api, service: DataExportService): void {
  api.on(dataExports.request, ({ caller, body }) => service.request(caller.user.id, body.withoutPrivacyZones))
  api.on(dataExports.show, ({ caller }) => service.show(caller.user.id))
  api.on(dataExports.remove, async ({ caller }) => {
    await service.remove(caller.user.id)
    return {}
  })
  api.on(dataExports.file, async ({ caller, header }) => sent(await service.file(caller.user.id), header))
  api.on(dataExports.linked, async ({ token, header }) => {
    header('cache-control', 'no-store')
    return service.linked(token)
  })
  api.on(dataExports.linkedFile, async ({ token, header }) => sent(await service.linkedFile(token), header))
}

/** With its length, so that browsers show progress and notice a download that broke off. */
function sent(file: DownloadedExport, header: (name: string, value: string) => void): DownloadedExport {
  header('cache-control', 'no-store')
  header('content-length', String(file.bytes))
  return file
}

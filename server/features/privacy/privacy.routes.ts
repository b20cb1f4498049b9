import { privacy, type StoredDataGroup } from '#contract/privacy.ts'
import type { Api } from '#server/http/api.ts'

export function registerPrivacyRoutes(api: Api, groups: StoredDataGroup[]): void {
  api.on(privacy.show, async () => groups)
}

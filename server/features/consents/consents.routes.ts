import { consentPurposes, consents } from '#contract/consents/consents.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Api } from '#server/http/api.ts'
import { consentProof } from './consent-proof.ts'
import type { ConsentsStore } from './consents.store.ts'

export function registerConsentsRoutes(api: Api, { store, clock }: { store: ConsentsStore; clock: Clock }): void {
  api.on(consents.list, async ({ caller, query }) => ({
    present: await store.present(caller.user.id),
    ...(await store.page(caller.user.id, query.before ?? null)),
    texts: everyText(),
  }))
  api.on(consents.proof, async ({ caller: { user } }) => {
    const now = clock.now()
    const proof = consentProof(user.email, await store.all(user.id), now)
    return { fileName: `einwilligungen_${berlinDay(now.toISOString())}.json`, content: Buffer.from(proof) }
  })
}

function everyText() {
  return consentPurposes.flatMap((purpose) =>
    Array.from({ length: currentVersion(purpose) }, (_, index) => ({
      purpose,
      version: index + 1,
      text: consentText(purpose, index + 1) ?? '',
    })),
  )
}

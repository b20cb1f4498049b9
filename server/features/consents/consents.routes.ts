import { consentPurposes, consents } from '#contract/consents/consents.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Api } from '#server/http/api.ts'
import type { ConsentsStore, ProvenConsent } from './consents.store.ts'

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

/** Every consent and withdrawal of an account with its text, as a file that speaks for itself. */
function consentProof(email: string, entries: readonly ProvenConsent[], madeAt: Date): string {
  const proof = {
    title: 'Nachweis der Einwilligungen (Art. 7 Abs. 1 DSGVO)',
    account: email,
    madeAt: madeAt.toISOString(),
    explanation:
      'Jede Zeile ist eine Erklärung, älteste zuerst. „textSha256“ wurde gespeichert, als sie abgegeben wurde: die SHA-256-Prüfsumme des Textes in UTF-8. Wer den Text prüft, kommt auf dieselbe Prüfsumme.',
    consents: entries.map(({ id: _, ...entry }) => ({ ...entry, text: consentText(entry.purpose, entry.version) })),
  }
  return `${JSON.stringify(proof, null, 2)}\n`
}

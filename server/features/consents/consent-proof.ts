import { consentText } from '#domain/consents/texts.ts'
import type { ProvenConsent } from './consents.store.ts'

/** Every consent and withdrawal of an account with its text, as a file that speaks for itself. */
export function consentProof(email: string, entries: readonly ProvenConsent[], madeAt: Date): string {
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

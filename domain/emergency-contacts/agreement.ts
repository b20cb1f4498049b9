/*
 * What an emergency contact agrees to, word for word. Consent can be shown only together with the text that it was given to
 * (GDPR, article 7 (1)), so a text never changes: another wording is another version, added at the end.
 */
const versions: readonly [string, ...string[]] = [
  'Ich möchte benachrichtigt werden, wenn der Diebstahlalarm dieses Fahrzeugs auslöst und niemand vor mir antwortet. Dafür speichert Wegwarte meine E-Mail-Adresse, wann ich zugesagt habe und welche Nachrichten ich bekam. Wer mich eingeladen hat, sieht, ob ich zugesagt und geantwortet habe. Ich kann jederzeit aufhören, mit dem Link in jeder dieser E-Mails; dann wird meine Adresse sofort gelöscht.',
  'Ich möchte benachrichtigt werden, wenn der Diebstahlalarm dieses Fahrzeugs auslöst, oder wenn mit dem Gerät im Fahrzeug um Hilfe gerufen wird oder es einen Sturz oder Unfall meldet, und niemand vor mir antwortet. Dafür speichert Wegwarte meine E-Mail-Adresse, wann ich zugesagt habe und welche Nachrichten ich bekam. Wer mich eingeladen hat, sieht, ob ich zugesagt und geantwortet habe. Ich kann jederzeit aufhören, mit dem Link in jeder dieser E-Mails; dann wird meine Adresse sofort gelöscht.',
]

/** The version that is asked for now; the first is 1. */
export const agreementVersion = versions.length

/** From this version on, contacts agree to be called for help, too. */
export const helpVersion = 2

/** Null where there is no such version. */
export function agreementText(version: number): string | null {
  return versions[version - 1] ?? null
}

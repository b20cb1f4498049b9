/** What of the stored data people are told together. */
export const dataGroups = {
  account: 'Konto und Anmeldung',
  devices: 'Geräte und Lizenzen',
  positions: 'Positionen und Diebstahlalarm',
  map: 'Karte und Warnungen',
  contact: 'Nachrichten und Protokolle',
} as const

/** Article 6(1) GDPR. */
export type LegalBasis =
  | { article: 'a' | 'b' }
  | { article: 'c'; duty: string }
  /** The interest that is weighed against those of the person. */
  | { article: 'f'; interest: string }

/** One kind of stored data. All texts are German sentences for people, but `title` and `purpose`, which are phrases. */
export interface DataRecord {
  /** Stays the same when texts change. */
  id: string
  group: keyof typeof dataGroups
  title: string
  /** Where it is, if it is in no table. */
  place?: string
  what: string
  /** Follows „Wozu:“. */
  purpose: string
  basis: LegalBasis
  kept: string
  /** Who else gets to know it. Absent: nobody but the owner of the account and the operator. */
  seenBy?: string
}

export function basisInWords(basis: LegalBasis): string {
  switch (basis.article) {
    case 'a':
      return 'Ihre Einwilligung (Art. 6 Abs. 1 a DSGVO)'
    case 'b':
      return 'Vertrag (Art. 6 Abs. 1 b DSGVO)'
    case 'c':
      return `rechtliche Pflicht (Art. 6 Abs. 1 c DSGVO): ${basis.duty}`
    case 'f':
      return `berechtigtes Interesse (Art. 6 Abs. 1 f DSGVO): ${basis.interest}`
  }
}

export const days = (count: number) => `${count} Tage`

import { paths } from '#web/browser/paths.ts'

/** What stands at the end of every page (specification, section 2). */
export const legalLinks = [
  { to: paths.terms, label: 'AGB' },
  { to: paths.imprint, label: 'Impressum' },
  { to: paths.privacy, label: 'Datenschutz' },
  { to: paths.accessibility, label: 'Barrierefreiheit' },
  { to: paths.support, label: 'Support' },
  { to: paths.contact, label: 'Kontakt' },
]

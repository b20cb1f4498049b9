export const emergencyContactsProblems = {
  EMERGENCY_CONTACT_KNOWN: {
    status: 409,
    message: 'Diese Adresse steht schon in der Liste. Ist die Einladung nicht angekommen, entfernen Sie sie zuerst.',
  },
  EMERGENCY_CONTACT_LEFT: {
    status: 409,
    message: 'Wer diese Adresse hat, möchte gerade nicht Notfallkontakt sein. Bitte sprechen Sie miteinander.',
  },
  EMERGENCY_CONTACT_LIMIT: { status: 409, message: 'Höchstens fünf Notfallkontakte: Entfernen Sie zuerst einen.' },
  EMERGENCY_CONTACTS_CHANGED: {
    status: 409,
    message: 'Die Liste hat sich inzwischen geändert. Bitte laden Sie die Seite neu.',
  },
  EMERGENCY_LINK_OVER: {
    status: 410,
    message: 'Dieser Link gilt nicht oder nicht mehr. Bitte fragen Sie, wer Sie eingeladen hat.',
  },
} as const

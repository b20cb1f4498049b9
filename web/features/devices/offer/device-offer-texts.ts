/** Apart from the room's other texts, which a visitor from a mailed link does not need. */
export const deviceOfferTexts = {
  title: 'Gerät annehmen',
  lead: 'Jemand möchte Ihnen ein Gerät übergeben. Nehmen Sie es an, gehört es zum Konto Ihrer E-Mail-Adresse: ohne Positionen, Einstellungen und Lizenz des bisherigen Besitzers.',
  action: 'Gerät annehmen',
  done: (model: string, email: string) => `Das Gerät „${model}“ gehört jetzt zum Konto ${email}.`,
  toDevices: 'Zu Geräte und Lizenzen',
} as const

import { limits } from '#contract/limits.ts'
import { write } from '#server/mail/letters.ts'
import type { Letter } from '#server/mail/mailer.ts'

const { offerDays } = limits.devices

/** To whom somebody wants to hand a device over. Says nothing that its owner could have written: anybody can be sent one. */
export function deviceOfferEmail(offered: { model: string; ownerEmail: string }, link: string): Letter {
  return write({
    subject: 'Ihnen wird ein Gerät angeboten',
    paragraphs: [
      `${offered.ownerEmail} möchte Ihnen ein Gerät bei Wegwarte übergeben: ${offered.model}. Wenn Sie es annehmen, gehört es zum Konto Ihrer E-Mail-Adresse.`,
    ],
    action: { label: 'Angebot ansehen', url: link },
    after: [
      `Das Angebot gilt ${offerDays} Tage. Sie brauchen dafür ein bestätigtes Konto mit dieser Adresse.`,
      'Sie erwarten kein Gerät? Dann brauchen Sie nichts zu tun.',
    ],
  })
}

/** To the former owner, once a device was accepted. */
export function deviceHandedOverEmail(model: string): Letter {
  return write({
    subject: 'Ihr Gerät ist übergeben',
    paragraphs: [
      `Ihr Gerät „${model}“ wurde angenommen und gehört jetzt zu einem anderen Konto. Ihre Positionen und Einstellungen dieses Geräts sind gelöscht; Ihre Lizenz behalten Sie.`,
    ],
  })
}

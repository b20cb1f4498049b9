import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

const { offerDays } = devicesLimits

/** To the address that a device is offered to. Anybody can get one, so it has no text that its owner wrote. */
export function deviceOfferEmail(offered: { model: string; ownerEmail: string }, link: string): Email {
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

/** To the former owner, once the offer was accepted. */
export function deviceHandedOverEmail(model: string): Email {
  return write({
    subject: 'Ihr Gerät ist übergeben',
    paragraphs: [
      `Ihr Gerät „${model}“ wurde angenommen und gehört jetzt zu einem anderen Konto. Ihre Positionen und Einstellungen dieses Geräts sind gelöscht; Ihre Lizenz behalten Sie.`,
    ],
  })
}

import type { Email } from '#server/mail/mailer.ts'
import { securityEmail, type Way } from '#server/mail/security-emails.ts'

/** To the owner of an account in which a broker was entered. Somebody else may have entered it. */
export function mqttEmail(host: string, way: Way): Email {
  return securityEmail(
    {
      subject: 'Ein MQTT-Broker bekommt den Ort Ihrer Fahrzeuge',
      said: [
        `in Ihrem Konto bei Wegwarte wurde der MQTT-Broker ${host} eingetragen. Er bekommt ab jetzt Ort, Akku und Alarm der gewählten Fahrzeuge.`,
        'Entfernen können Sie ihn jederzeit unter „Konto“, „Home Assistant (MQTT)“.',
      ],
    },
    way,
  )
}

import type { Email } from './mailer.ts'
import { securityEmail, type Way } from './security-emails.ts'

/** @param codesLeft recovery codes that still work. */
export function secondFactorEmail(event: keyof typeof wordsOf, codesLeft: number, way: Way): Email {
  const { subject, said } = wordsOf[event]
  const left = event === 'recovery-code-used' ? [leftInWords(codesLeft)] : []
  return securityEmail({ subject, said: [said, ...left] }, way)
}

const wordsOf = {
  on: {
    subject: 'Die Anmeldung in zwei Schritten ist eingeschaltet',
    said: 'zur Anmeldung in Ihrem Konto bei Wegwarte ist ab jetzt außer dem Passwort ein Code aus Ihrer App nötig. Heben Sie die Ersatzcodes gut auf: Mit ihnen kommen Sie auch ohne die App hinein.',
  },
  off: {
    subject: 'Die Anmeldung in zwei Schritten ist ausgeschaltet',
    said: 'zur Anmeldung in Ihrem Konto bei Wegwarte genügt ab jetzt wieder das Passwort. Die bisherigen Ersatzcodes gelten nicht mehr.',
  },
  'off-by-support': {
    subject: 'Unser Support hat die Anmeldung in zwei Schritten ausgeschaltet',
    said: 'unser Support hat die Anmeldung in zwei Schritten für Ihr Konto bei Wegwarte ausgeschaltet, weil es jemand für Sie erbeten hat. Zur Anmeldung genügt wieder das Passwort.',
  },
  'recovery-code-used': {
    subject: 'Ein Ersatzcode wurde benutzt',
    said: 'für Ihr Konto bei Wegwarte wurde ein Ersatzcode anstelle der App benutzt. Er gilt jetzt nicht mehr.',
  },
} as const

function leftInWords(codesLeft: number): string {
  if (codesLeft === 0) return 'Es war Ihr letzter. Neue erzeugen Sie im Konto unter „Sicherheit“.'
  return `Es ${codesLeft === 1 ? 'ist noch einer' : `sind noch ${codesLeft}`} übrig.`
}

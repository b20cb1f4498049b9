import { register } from '#server/db/schema/register.ts'

export const contactRegister = register(
  {
    id: 'contact',
    group: 'contact',
    title: 'Nachrichten über das Kontaktformular',
    place: 'Postfach des Supports',
    what: 'Name, E-Mail-Adresse, Betreff und Text gehen sofort als E-Mail an den Support; in der App werden sie nicht gespeichert.',
    purpose: 'damit der Support Ihnen antworten kann',
    basis: { article: 'b' },
    kept: 'Im Postfach des Supports, solange Ihr Anliegen es braucht.',
    seenBy: 'Die Mailserver auf dem Weg zum Support.',
  },
  {},
)

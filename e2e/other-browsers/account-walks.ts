import { becomeCustomer, type Customer, sell } from '#e2e/customers.ts'
import { linkIn } from '#server/testing/test-product.ts'
import { button, label, role, text } from './things.ts'
import type { Visitor } from './visitor.ts'
import type { World } from './world.ts'

export async function becomesCustomer(walker: Visitor, { product }: World, email: string): Promise<void> {
  const [password, imei] = ['sehr-geheim-23', imeiOf(email)]
  await sell(product, [imei])
  await walker.goto('/register')
  await walker.fill(label('E-Mail-Adresse'), email)
  await walker.fill(label('Passwort'), password)
  await walker.fill(label('Passwort bestätigen'), password)
  await walker.click(button('Konto anlegen'))
  await walker.arriveAt(/^\/email-verification\?/)
  const link = linkIn(await product.mail.emailTo(email))
  await walker.goto(link.pathname + link.search)
  await walker.arriveAt(/^\/imei-verification\?/)
  await walker.click(button('Ja, mein Passwort gilt'))
  await walker.fill(label('IMEI'), imei)
  await walker.click(button('IMEI bestätigen'))
  await walker.arriveAt(/^\/einrichten/)
  await walker.click(role('link', 'Später'))
  await walker.arriveAt(/^\/dashboard/)
}

/** Any 15 digits are an IMEI. */
function imeiOf(email: string): string {
  const sum = [...email].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_000, 7)
  return `357000000${String(sum).padStart(6, '0')}`
}

export async function changesPassword(walker: Visitor, { product }: World): Promise<void> {
  const customer = await becomeCustomer(product)
  const password = 'ein-anderes-wort-1'
  await walker.goto('/login?redirect=%2Fprofile')
  await signsIn(walker, customer, '/profile')
  await walker.click(button('Passwort ändern'))
  const dialog = role('dialog', 'Passwort ändern')
  await walker.fill(label('Aktuelles Passwort', dialog), customer.password)
  await walker.fill(label('Neues Passwort', dialog), password)
  await walker.fill(label('Neues Passwort wiederholen', dialog), password)
  await walker.click(button('Passwort ändern', dialog))
  await walker.see(text('Passwort geändert'))
  await walker.seeNoMore(dialog)
  await walker.click(button('Menü öffnen'))
  await walker.click(button('Abmelden'))
  await walker.arriveAt(/^\/login/)
  await signsIn(walker, { email: customer.email, password }, '/dashboard')
}

export async function changesEmail(walker: Visitor, { product }: World): Promise<void> {
  const customer = await becomeCustomer(product)
  const email = `neu-${customer.email}`
  await walker.goto('/login?redirect=%2Fprofile')
  await signsIn(walker, customer, '/profile')
  await walker.click(button('E-Mail-Adresse ändern'))
  const dialog = role('dialog', 'E-Mail-Adresse ändern')
  await walker.fill(label('Neue E-Mail-Adresse', dialog), email)
  await walker.fill(label('Ihr Passwort', dialog), customer.password)
  await walker.click(button('E-Mail-Adresse ändern', dialog))
  await walker.see(text('Bestätigungslink verschickt', dialog))
  const link = linkIn(await product.mail.emailTo(email))
  await walker.goto(link.pathname + link.search)
  await walker.click(role('link', 'Zum Dashboard'))
  await walker.arriveAt(/^\/dashboard/)
  await walker.click(button('Menü öffnen'))
  await walker.click(role('link', 'Profil'))
  await walker.arriveAt(/^\/profile/)
  await walker.see(text(email))
}

/** On the login screen. */
export async function signsIn(walker: Visitor, { email, password }: Pick<Customer, 'email' | 'password'>, to: string) {
  await walker.fill(label('E-Mail-Adresse'), email)
  await walker.fill(label('Passwort'), password)
  await walker.click(button('Anmelden'))
  await walker.arriveAt(new RegExp(`^${to}`))
}

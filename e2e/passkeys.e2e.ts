import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPictures } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { shareStories } from './stories.ts'

/* Passkeys: added, used instead of the password, and lost. */

const stories = shareStories('customers')

/** An authenticator of this browser that verifies its owner, and does so without being asked twice. */
async function giveAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const useOnLogin = (page: Page) => page.getByRole('button', { name: 'Mit Passkey anmelden' })

async function addPasskey(page: Page, name: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Passkey hinzufügen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passkey hinzufügen' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Passkey hinzufügen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await card(page).getByText(name).waitFor()
}

test('a passkey is added and signs in without address and password; once it is removed in the account, its use says what to do', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, '/profile/security', { browser: 'whole' })
  const { session, authenticatorId } = await giveAuthenticator(page)

  await card(page).getByRole('button', { name: 'Passkey hinzufügen' }).click()
  const proposed = page.getByRole('dialog', { name: 'Passkey hinzufügen' })
  await expect.poll(() => proposed.getByLabel('Name').inputValue()).toBe('Chrome auf Linux')
  await keepPictures(page, 'passkey-add')
  await proposed.getByRole('button', { name: 'Abbrechen' }).click()
  await proposed.waitFor({ state: 'hidden' })
  await addPasskey(page, 'Handy am Lenker')
  await card(page).getByText('Noch nicht benutzt').waitFor()
  await keepPictures(page, 'passkeys')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?redirect=/profile/security')
  await keepPictures(page, 'passkey-login')
  await useOnLogin(page).click()
  await page.waitForURL('**/profile/security')
  await card(page)
    .getByText(/Zuletzt benutzt/)
    .waitFor()
  await page.goto('/profile')
  await page.getByRole('main').getByText(customer.email).first().waitFor()

  await page.goto('/profile/security')
  await card(page).getByRole('button', { name: 'Umbenennen: Handy am Lenker' }).click()
  const renaming = page.getByRole('dialog', { name: 'Passkey umbenennen' })
  await renaming.getByLabel('Name').fill('Altes Handy')
  await renaming.getByRole('button', { name: 'Speichern' }).click()
  await card(page).getByText('Altes Handy').waitFor()

  await card(page).getByRole('button', { name: 'Entfernen: Altes Handy' }).click()
  const removing = page.getByRole('dialog', { name: 'Passkey entfernen?' })
  await removing.getByText('Ihr Passwort gilt weiter').waitFor()
  await keepPictures(page, 'passkey-remove')
  // The sign-in is long ago: the passkey proves once more who it is.
  await stories.product.operator
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .from('users')
    .whereRef('users.id', '=', 'sessions.user_id')
    .where('users.email', '=', customer.email)
    .execute()
  await removing.getByRole('button', { name: 'Passkey entfernen' }).click()
  const asking = page.getByRole('dialog', { name: 'Sind Sie es?' })
  await asking.getByLabel('Ihr Passwort').first().waitFor()
  await keepPictures(page, 'passkey-step-up')
  await asking.getByRole('button', { name: 'Mit Passkey bestätigen' }).click()
  await card(page).getByText('Altes Handy').waitFor({ state: 'hidden' })
  // Its owner's authenticator does not know.
  expect((await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await useOnLogin(page).click()
  await page.getByRole('alert').getByText('Diesen Passkey gibt es in keinem Konto mehr.').waitFor()
  await keepPictures(page, 'passkey-unknown')
})

test('a passkey that its owner does not confirm changes nothing, and the password still works', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.enter(customer, '/profile/security', { browser: 'whole' })
  const { session, authenticatorId } = await giveAuthenticator(page)
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await card(page).getByRole('button', { name: 'Passkey hinzufügen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passkey hinzufügen' })
  await dialog.getByRole('button', { name: 'Passkey hinzufügen' }).click()
  await dialog.getByText('Der Passkey wurde nicht angelegt').waitFor()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await useOnLogin(page).click()
  await page.getByRole('alert').getByText('Der Passkey wurde nicht bestätigt.').waitFor()
  await page.getByLabel('E-Mail-Adresse').fill(customer.email)
  await page.getByLabel('Passwort', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test('a key that was copied out of its authenticator signs nobody in, and one authenticator keeps two accounts apart', async () => {
  const [anna, bert] = [await becomeCustomer(stories.product), await becomeCustomer(stories.product)]
  const { page } = await stories.enter(anna, '/profile/security', { browser: 'whole' })
  const { session, authenticatorId } = await giveAuthenticator(page)
  await addPasskey(page, 'Handy')
  const [original] = (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  if (original === undefined) throw new Error('the authenticator has the key')
  const signInByPasskey = async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login?redirect=/profile')
    await useOnLogin(page).click()
  }
  await signInByPasskey()
  await page.getByRole('main').getByText(anna.email).first().waitFor()

  // The copy stands where the original stood before that sign-in.
  await session.send('WebAuthn.clearCredentials', { authenticatorId })
  await session.send('WebAuthn.addCredential', { authenticatorId, credential: original })
  await signInByPasskey()
  await page.getByRole('alert').getByText('Dieser Passkey ließ sich nicht prüfen.').waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wegwarte.token'))).toBeNull()

  // The key of another account, made by the same authenticator, is that account's.
  await session.send('WebAuthn.clearCredentials', { authenticatorId })
  await page.goto('/login?redirect=/profile/security')
  await page.getByLabel('E-Mail-Adresse').fill(bert.email)
  await page.getByLabel('Passwort', { exact: true }).fill(bert.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL('**/profile/security')
  await addPasskey(page, 'Handy')
  await signInByPasskey()
  await page.getByRole('main').getByText(bert.email).first().waitFor()
  await expect.poll(() => page.getByText(anna.email).count()).toBe(0)
})

test('a browser without passkeys is offered none', async () => {
  const customer = await becomeCustomer(stories.product)
  const { page } = await stories.open('/')
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await page.goto('/login?redirect=/profile/security')
  await page.getByLabel('E-Mail-Adresse').fill(customer.email)
  await expect.poll(() => useOnLogin(page).count()).toBe(0)
  await page.getByLabel('Passwort', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await card(page).getByText('Dieser Browser kann keine Passkeys anlegen.').waitFor()
})

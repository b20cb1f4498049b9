import { isCommonest } from './commonest-passwords.ts'

/** What is tried next after the commonest passwords, according to lists of leaked ones; in lower case. */
const triedNext = new Set(
  [
    '123123123 147258 147852 159357 456789 102030 101010 131313 696969 11223344 password12 passwort12 p@ssword',
    'geheim1 geheim12 geheim123 qwertz1 qwertz12 qwertzui qwerty12 zaq12wsx qazwsxedc yxcvbn zxcvbn abcabc 123abc',
    'a1b2c3 a1b2c3d4 123456a qwe123 hallo1234 hallohallo willkommen1 welcome1 schatz1 prinzessin spiderman thomas',
    'andreas stefan alexander sebastian florian sandra nicole michelle jessica melanie jordan ferrari porsche',
    'mercedes audi123 motorrad kawasaki yamaha suzuki ducati harley admin1 admin12 root123 testtest test12 test123',
    'test1234 testen tester demo123 gast123 user123 borussia schalke bvb1909 fcbayern werder hamburg berlin muenchen',
    'deutschland germany computer internet freedom whatever trustno1 starwars pokemon naruto minecraft samsung google',
    'killer hunter ranger soccer hockey cheese cookie banana summer winter sommer1 herbst fruehling flower pepper',
    'ginger mustang access lol123 secret secret1 secret123 login123 changeme default passwd pass123 pass1234 wegwarte',
    'wegwarte1 wegwarte123',
  ].flatMap((line) => line.split(' ')),
)

/**
 * How long guessing takes, roughly. Which passwords are allowed is decided by the contract (`contract/auth/auth.ts`) and by
 * `isCommonest`; this only advises the user.
 * - `guessed`: among the first that anybody tries.
 */
export type PasswordStrength = 'guessed' | 'weak' | 'fair' | 'good'

/** @param email of the account: it is among the first tries, too. */
export function passwordStrength(password: string, email = ''): PasswordStrength {
  const written = password.trim().normalize('NFC').toLowerCase()
  const different = new Set(written).size
  if (isTriedFirst(written, email.toLowerCase())) return 'guessed'
  if (written.length < 8 || different < 5 || isTriedFirst(withoutEnds(written), '')) return 'weak'
  return written.length < 12 || different < 8 ? 'fair' : 'good'
}

function isTriedFirst(written: string, email: string): boolean {
  const [mailbox = ''] = email.split('@')
  const ofTheAccount = mailbox.length > 2 && [email, mailbox].includes(written)
  return (
    isCommonest(written) || triedNext.has(written) || ofTheAccount || new Set(written).size < 3 || isSequence(written)
  )
}

/** „abcdefg“, „98765432“: each character is the neighbour of the one before, always in the same direction. */
function isSequence(written: string): boolean {
  const codes = Array.from(written, (character) => character.codePointAt(0) ?? 0)
  const [first = 0, second = 0] = codes
  const step = second - first
  return Math.abs(step) === 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step)
}

/** „!Sommer2026!“ is „sommer“ with the usual additions at its ends. */
function withoutEnds(written: string): string {
  const isLetter = (character: string | undefined) => character !== undefined && /\p{L}/u.test(character)
  let [start, end] = [0, written.length]
  while (start < end && !isLetter(written[start])) start += 1
  while (end > start && !isLetter(written[end - 1])) end -= 1
  return written.slice(start, end)
}

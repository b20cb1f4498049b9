/**
 * The passwords that are tried first, according to lists of leaked passwords; in lower case, without those that are too
 * short for a new password. NIST SP 800-63B, section 5.1.1.2, demands to compare new passwords with such a list.
 */
const commonest = new Set(
  [
    '123456 1234567 12345678 123456789 1234567890 0123456789 123123 123321 123123123 12341234 112233 654321 987654321',
    '147258 147258369 159753 789456 147852 159357 456789 102030 101010 131313 121212 696969 666666 777777 888888 11223344',
    'password password1 password12 password123 passwort passwort1 passwort12 passwort123 passw0rd p@ssw0rd p@ssword',
    'geheim geheim1 geheim12 geheim123 qwertz qwertz1 qwertz12 qwertz123 qwertzui qwertzuiop qwerty qwerty1 qwerty12',
    'qwerty123 qwertyuiop 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 zaq12wsx qazwsx qazwsxedc asdfgh asdfghjkl yxcvbn',
    'yxcvbnm zxcvbn zxcvbnm abc123 abcabc abcdef abcd1234 123abc a123456 a1b2c3 a1b2c3d4 aa123456 123qwe 123456a qwe123',
    'hallo1 hallo12 hallo123 hallo1234 hallohallo willkommen willkommen1 welcome welcome1 letmein iloveyou ichliebedich',
    'schatz schatzi schatz1 sonnenschein sunshine princess prinzessin dragon monkey football fussball fußball baseball',
    'master shadow superman batman spiderman michael daniel thomas andreas stefan alexander sebastian florian sandra nicole',
    'michelle jessica melanie charlie jordan ferrari porsche mercedes audi123 motorrad kawasaki yamaha suzuki ducati harley',
    'admin1 admin12 admin123 administrator root123 testtest test12 test123 test1234 testen tester demo123 gast123 user123',
    'bayern dortmund borussia schalke schalke04 bvb1909 fcbayern werder hamburg berlin muenchen deutschland germany',
    'computer internet freedom whatever trustno1 starwars pokemon naruto minecraft samsung google killer hunter ranger',
    'soccer hockey cheese cookie banana summer winter sommer sommer1 herbst fruehling flower pepper ginger mustang access',
    'lol123 secret secret1 secret123 login123 changeme default passwd pass123 pass1234 wegwarte wegwarte1 wegwarte123',
  ].flatMap((line) => line.split(' ')),
)

/**
 * How long guessing takes, roughly. Which passwords are allowed is the contract's rule (`contract/auth.ts`); this only
 * advises the user.
 * - `guessed`: among the first that anybody tries.
 */
export type PasswordStrength = 'guessed' | 'weak' | 'fair' | 'good'

/** @param email of the account: it is among the first tries, too. */
export function passwordStrength(password: string, email = ''): PasswordStrength {
  const written = password.trim().toLowerCase()
  const different = new Set(written).size
  if (isTriedFirst(written, email.toLowerCase())) return 'guessed'
  if (written.length < 8 || different < 5 || isTriedFirst(withoutEnds(written), '')) return 'weak'
  return written.length < 12 || different < 8 ? 'fair' : 'good'
}

function isTriedFirst(written: string, email: string): boolean {
  const [mailbox = ''] = email.split('@')
  const ofTheAccount = mailbox.length > 2 && [email, mailbox].includes(written)
  return commonest.has(written) || ofTheAccount || new Set(written).size < 3 || isSequence(written)
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

/**
 * The hundred passwords that stand first in lists of leaked ones, German and international, as far as they are long enough
 * for a new password; in lower case. Who guesses tries these first, and needs no more than they allow. NIST SP 800-63B,
 * section 3.1.1.2, demands to refuse such passwords.
 */
const commonest = new Set(
  [
    '123456 1234567 12345678 123456789 1234567890 0123456789 123123 123321 12341234 112233 121212 654321 987654321 123654',
    '111111 222222 333333 555555 666666 777777 888888 999999 000000 11111111 88888888 00000000 159753 147258369 789456',
    'password password1 password123 passw0rd p@ssw0rd passwort passwort1 passwort123 geheim qwertz qwertz123 qwertzuiop',
    'qwerty qwerty1 qwerty123 qwertyuiop 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx q1w2e3r4 123qwe asdfgh asdfghjkl',
    'yxcvbnm zxcvbnm abc123 abcdef abcd1234 a123456 aa123456 hallo1 hallo12 hallo123 schatz schatzi ichliebedich sommer',
    'sonnenschein willkommen fussball fußball dortmund schalke04 bayern iloveyou monkey dragon football baseball superman',
    'batman princess sunshine welcome letmein admin123 administrator master michael shadow daniel charlie',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a password is one of them, however its letters are written. */
export function isCommonest(password: string): boolean {
  return commonest.has(password.normalize('NFC').toLowerCase())
}

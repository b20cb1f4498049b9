/**
 * Put before a session's token, the SHA-256 of both in hexadecimal is the key that ends this session later. From it nobody
 * gets back to the token.
 */
export const signOutWords = 'Wegwarte, sign out: '

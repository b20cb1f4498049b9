import { cut } from '#contract/base/text.ts'
import type { PushMessage } from './push-message.ts'

/**
 * A message as JSON of at most this many bytes. Where it is longer, its body is shortened, and its title if need be: a
 * message that is cut off anywhere else could not be read.
 * @throws {Error} if what cannot be shortened is longer than that.
 */
export function pushText(message: PushMessage, mostBytes: number): Buffer {
  const whole = jsonOf(message)
  if (whole.length <= mostBytes) return whole
  const withoutBody = { ...message, body: '' }
  if (jsonOf(withoutBody).length <= mostBytes) {
    return longestFitting(message.body, (body) => jsonOf({ ...message, body }), mostBytes)
  }
  return longestFitting(message.title, (title) => jsonOf({ ...withoutBody, title }), mostBytes)
}

const jsonOf = (message: PushMessage) => Buffer.from(JSON.stringify(message))

/** Found by halving: how many bytes a character takes depends on its writing in JSON. */
function longestFitting(text: string, bytesWith: (text: string) => Buffer, mostBytes: number): Buffer {
  let [fits, most] = [0, text.length]
  let longest = bytesWith('')
  if (longest.length > mostBytes) throw new Error('a push message is too long even without words')
  while (fits < most) {
    const length = Math.ceil((fits + most) / 2)
    const bytes = bytesWith(`${cut(text, length)}…`)
    if (bytes.length > mostBytes) most = length - 1
    else [fits, longest] = [length, bytes]
  }
  return longest
}

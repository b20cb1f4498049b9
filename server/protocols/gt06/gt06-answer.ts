import type { Fix } from '#domain/trackers/report.ts'
import { answeredFix, answeredText } from '#server/protocols/answered-position.ts'
import { closeFrame, type Gt06Frame } from './gt06-frames.ts'

const commandType = 0x80
const answerTypes = new Set([0x15, 0x21])
/** Which server asked; the answer repeats it. */
const serverFlag = Buffer.alloc(4)

/**
 * Asks a tracker where it is (protocols, section 4.6; the makers' lists of commands). One that does not know this text answers
 * „Command error“.
 */
export const gt06PositionRequest = gt06Command('WHERE#')

/** A text for a tracker. */
export function gt06Command(text: string): Buffer {
  const words = Buffer.from(text, 'latin1')
  const content = Buffer.concat([Buffer.from([serverFlag.length + words.length]), serverFlag, words])
  return closeFrame({ type: commandType, content, serial: 0 })
}

const currentPosition =
  /Currentposition!Lat:([NS])(\d{1,2}\.\d{1,9}),Lon:([EW])(\d{1,3}\.\d{1,9}),Course:(\d{1,3}(?:\.\d{1,9})?),Speed:(\d{1,4}(?:\.\d{1,9})?)(?:km\/h)?,DateTime:(\d{4}-\d\d-\d\d)(\d\d:\d\d:\d\d)/i

/** Where a tracker answers that it is; null if it answers anything else, as its last place or an error. */
export function answeredFixIn({ type, content }: Gt06Frame, receivedAt: Date): Fix | null {
  if (!answerTypes.has(type)) return null
  const found = currentPosition.exec(answeredText(content))
  if (found === null) return null
  const [, north, latitude, east, longitude, course = '', speed = '', date = '', time = ''] = found
  const signed = (isNegative: boolean, degrees = '') => (isNegative ? `-${degrees}` : degrees)
  return answeredFix(
    {
      latitude: signed(north?.toUpperCase() === 'S', latitude),
      longitude: signed(east?.toUpperCase() === 'W', longitude),
      course,
      speed,
      date,
      time,
    },
    receivedAt,
  )
}

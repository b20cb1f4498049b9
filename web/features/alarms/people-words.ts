import type { Alarm } from '#contract/alarms/alarms.ts'
import { emailInWords } from './alarm-words.ts'
import { pushesInWords } from './push-words.ts'
import { alarmTexts } from './texts.ts'

/** What became of an alarm's messages to invited people: a sentence for each. */
export function peopleInWords(people: Alarm['people'] = []): string[] {
  const { left, noEmail, told } = alarmTexts.log.people
  return people.map(({ name, letter, pushes }) => {
    // Why none was sent is theirs to know: it was answered before, or they do not want it.
    const email = letter.state === 'STOPPED' ? noEmail : emailInWords(letter)
    const words = [email, pushesInWords(pushes)].filter((each) => each !== null)
    return told(name ?? left, words.join(' · '))
  })
}

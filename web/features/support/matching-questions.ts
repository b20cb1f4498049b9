import type { Question } from './texts.ts'

interface Group {
  title: string
  questions: readonly Question[]
}

/** The questions in which every searched word occurs, in question or answer; groups without one are left out. */
export function matchingQuestions(groups: readonly Group[], search: string): Group[] {
  const words = search
    .toLocaleLowerCase('de')
    .split(/\s+/)
    .filter((word) => word !== '')
  const matches = ({ question, answer }: Question) => {
    const text = `${question} ${answer}`.toLocaleLowerCase('de')
    return words.every((word) => text.includes(word))
  }
  return groups
    .map(({ title, questions }) => ({ title, questions: questions.filter(matches) }))
    .filter(({ questions }) => questions.length > 0)
}

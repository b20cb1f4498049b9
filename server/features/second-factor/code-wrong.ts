import { Problem } from '#server/http/problem.ts'

export function codeWrong(): Problem {
  return new Problem('SECOND_FACTOR_WRONG', { fields: { code: new Problem('SECOND_FACTOR_WRONG').message } })
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** All pairs of writers take as long as all other tests of stores together: two workers share them. A product is killed thirty times. */
const longest = [
  'server/db/transactions/locks.test.ts',
  'server/db/transactions/other-locks.test.ts',
  'server/jobs/kill.api.test.ts',
]

/** Begins with the files that take longest: one worker would otherwise go on with them for minutes after the others have ended. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Not an array's own sorting, which the rule means.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(file))
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

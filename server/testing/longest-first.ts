import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** All pairs of writers take as long as all other tests of stores together. */
const longest = 'server/db/transactions/locks.test.ts'

/** Begins with the file that takes longest: one worker would otherwise go on with it for minutes after the others have ended. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Not an array's own sorting, which the rule means.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(longest)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

import type { TestProject } from 'vitest/node'

/** Counts the workers of a project. */
export function workersOf(project: TestProject): readonly number[] {
  return Array.from({ length: project.config.maxWorkers }, (_, index) => index)
}

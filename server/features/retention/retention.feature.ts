import type { Foundations } from '#server/foundations.ts'
import { registerRetentionJobs } from './retention.jobs.ts'

export function buildRetention({ database, clock, jobs }: Pick<Foundations, 'database' | 'clock' | 'jobs'>): void {
  registerRetentionJobs(jobs, { database, clock })
}

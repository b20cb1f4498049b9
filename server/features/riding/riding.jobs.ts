import * as z from 'zod'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { giveLines, type LineSources, type MapOfRoads } from './hazard-lines.service.ts'

const hazardLines = job('hazard-lines', z.object({}))

/** @param map null: there is no base map whose roads are drawn finely enough. */
export function registerRidingJobs(jobs: Pick<Jobs, 'every'>, sources: LineSources, map: MapOfRoads | null): void {
  jobs.every(hazardLines, '*/5 * * * *', () => giveLines(sources, map))
}

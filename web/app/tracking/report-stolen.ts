import { latePart } from '#web/kit/late-part.ts'

/** Loaded once the page is idle: whoever has no network by then can report a theft, too. */
export const loadReportStolen = async () => (await import('#web/features/dossier/ReportStolen.tsx')).ReportStolen

export const ReportStolen = latePart(loadReportStolen)

/** A tracker's report as it goes over HTTP, always with POST. */
export interface ClientRequest {
  /** Path and query. */
  path: string
  /** Null where the app names none. */
  contentType: string | null
  body: string
}

/** What the service worker shows (web/service-worker/push.ts). */
export interface PushMessage {
  title: string
  body: string
  /** A message replaces the previous one with the same tag. */
  tag: string
  /** The page that a click opens. */
  path: string
  /** The token of a button that answers without opening the page. */
  answer?: string
  /** What that button says, if not „Ich habe es gesehen“. */
  answerLabel?: string
}

/**
 * The kinds of messages that go to an account's own person. One that is not here may be to somebody else, such as an invitation or
 * an offer: the account's inbox does not show it.
 */
export const accountsKinds = [
  'alarm',
  'alarm-hop',
  'person-alarm',
  'reminder',
  'licence-reminder',
  'place-visit',
  'place-weather',
  'route-news',
  'verification',
  'email-change-notice',
  'person-invited',
  'data-export',
  'account-deletion',
] as const

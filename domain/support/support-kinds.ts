import type { ActivityKind } from '#contract/activity/activity.ts'

/** What the support does to an account or its licence: its owner reads it, too. */
export type OwnersSupportKind = Extract<
  ActivityKind,
  | 'account-disabled'
  | 'account-enabled'
  | 'account-unverified'
  | 'second-factor-off'
  | 'verification-sent'
  | 'email-change-asked'
  | 'licence-extended'
  | 'licence-revoked'
>
/** What it does to nobody's account. */
export type OtherSupportKind = 'customers-searched' | 'claim-code-made' | 'announced' | 'announcement-ended'
export type SupportKind = OwnersSupportKind | OtherSupportKind

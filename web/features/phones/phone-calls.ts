import type { PhoneForm, PhoneState } from '#contract/phones/phones.ts'

/** How a person asks for a code, confirms and deletes: signed in, or by a link. */
export interface PhoneCalls {
  ask(form: PhoneForm): Promise<PhoneState>
  confirm(code: string): Promise<PhoneState>
  remove(): Promise<unknown>
}

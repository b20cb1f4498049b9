import type { TokenScope } from '#contract/base/token-scope.ts'

/** What a program may do, as its owner reads it: it may … */
export const tokenScopeWords: Readonly<Record<TokenScope, string>> = {
  DEVICES: 'Geräte und ihren Zustand lesen',
  POSITIONS: 'Positionen lesen, auch gerade jetzt',
  ALARMS: 'Alarme lesen',
  ANSWER_ALARMS: 'Alarme als gesehen vermerken',
}

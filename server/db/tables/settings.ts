import type { LedSettings, WarningSettings } from '#contract/settings.ts'
import type { Json } from './column-types.ts'

export interface SettingsTables {
  user_settings: {
    user_id: string
    settings: Json<WarningSettings>
    version: number
    updated_at: Date
  }
  device_settings: {
    device_id: string
    settings: Json<WarningSettings>
    led: Json<LedSettings>
    version: number
    updated_at: Date
    applied_version: number | null
    applied_at: Date | null
  }
}

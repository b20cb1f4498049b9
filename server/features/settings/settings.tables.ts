import type { LedSettings, WarningSettings } from '#contract/settings/settings.ts'
import {
  instant,
  integer,
  json,
  ofTheirDevices,
  owner,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type SettingsTables = Rows<typeof settingsRegister>

export const settingsRegister = register(
  {
    id: 'settings',
    group: 'map',
    title: 'Warneinstellungen',
    what: 'Was Sie unter „POI-Konfiguration“ festlegen, für das Konto und einzelne Geräte.',
    purpose: 'damit Sie so gewarnt werden, wie Sie wollen',
    basis: { article: 'b' },
    kept: 'Solange das Konto besteht; die eines Geräts, bis Sie es entfernen oder übergeben.',
  },
  {
    user_settings: table(
      { part: 'POI-Konfiguration', as: 'settings', whose: theirs, order: ['user_id'] },
      {
        user_id: owner,
        settings: json<WarningSettings>('jsonb').is('Einstellungen'),
        version: integer().is('Version'),
        updated_at: instant().is('Geändert'),
      },
    ),
    device_settings: table(
      { part: 'POI-Konfiguration der Geräte', whose: ofTheirDevices, order: ['device_id'] },
      {
        device_id: text().is('Gerät'),
        settings: json<WarningSettings>('jsonb').is('Einstellungen'),
        led: json<LedSettings>('jsonb').is('Anzeige'),
        version: integer().is('Version'),
        updated_at: instant().is('Geändert'),
        applied_version: integer().orNull.is('Vom Gerät übernommene Version'),
        applied_at: instant().orNull.is('Übernommen'),
      },
    ),
  },
)

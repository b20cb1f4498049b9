import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { ChoiceGroup } from '#web/ui/controls/ChoiceGroup.tsx'
import { NearnessChoice } from '#web/shared/places/NearnessChoice.tsx'
import { Details } from '#web/ui/text/Details.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { canSpeak, say, type Sound, useGermanVoices } from './announce.ts'
import styles from './RideStart.module.css'
import { ridingTexts as texts } from './texts.ts'

interface RideStartProps {
  sound: Sound
  onSound(sound: Sound): void
  onStart(): void
}

/** Before the ride: how warnings are heard, and what to know. */
export function RideStart({ sound, onSound, onStart }: RideStartProps) {
  const voices = useGermanVoices()
  const map = useConfig()?.map
  return (
    <div className={styles.start}>
      <Notice kind="info" title={texts.lawTitle} live={false}>
        {texts.law}
      </Notice>
      <Button size="large" wide onClick={onStart}>
        {texts.start}
      </Button>
      <ChoiceGroup
        legend={texts.sound.title}
        choices={(['voice', 'tone', 'silent'] as const).map((kind) => ({ value: kind, label: texts.sound[kind] }))}
        value={sound.kind}
        onChange={(kind) => onSound({ ...sound, kind })}
      />
      {sound.kind === 'voice' && !canSpeak() && <Notice kind="warning">{texts.noSpeech}</Notice>}
      {sound.kind === 'voice' && voices.length > 0 && (
        <Select
          label={texts.voice}
          value={sound.voice ?? ''}
          onChange={({ currentTarget: { value } }) => onSound({ ...sound, voice: value === '' ? null : value })}
        >
          <option value="">{texts.usualVoice}</option>
          {voices.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
      {sound.kind !== 'silent' && (
        <>
          <Select
            label={texts.volume}
            value={sound.volume}
            onChange={({ currentTarget: { value } }) => onSound({ ...sound, volume: Number(value) })}
          >
            {Object.entries(texts.volumes).map(([volume, words]) => (
              <option key={volume} value={volume}>
                {words}
              </option>
            ))}
          </Select>
          <div>
            <Button kind="secondary" onClick={() => say(texts.testWords, sound)}>
              {texts.test}
            </Button>
          </div>
        </>
      )}
      <Details line={texts.howTitle}>
        <ul>
          {texts.how.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {map !== undefined && (map.archive?.maxZoom ?? 0) < ridingLimits.roadZoom && <li>{texts.hotspotsByPlace}</li>}
        </ul>
      </Details>
      <Details line={texts.privacyTitle}>
        <p>{texts.privacy}</p>
      </Details>
      <NearnessChoice />
    </div>
  )
}

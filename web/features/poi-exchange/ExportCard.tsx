import { type FormEvent, useId, useState } from 'react'
import { type ExportFormat, exportFormats, poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { poiCategories } from '#contract/pois/pois.ts'
import { bboxOf } from '#domain/geo/bbox.ts'
import type { Box } from '#domain/geo/geo.ts'
import { readAreaLink } from '#domain/pois/map-link.ts'
import { download } from '#web/api/calls/call.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import styles from './PoiExchange.module.css'
import { poiExchangeTexts } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { formatNumber } from '#web/texts/formats.ts'
import { Notice, type NoticeKind } from '#web/ui/text/Notice.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { saveFile } from '#web/browser/save-file.ts'
import { useHashChange } from '#web/browser/use-hash-change.ts'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { categoryNames } from '#web/texts/pois.ts'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'

const texts = poiExchangeTexts.export
/** Weather is an area and over in hours: nothing for a device. */
const exportable = poiCategories.filter((category) => category !== 'weather')
type Exportable = (typeof exportable)[number]

interface Outcome {
  kind: NoticeKind
  text: string
}

/** Which POIs, for which device. */
export function ExportCard({ ownPois }: { ownPois: number }) {
  const [categories, setCategories] = useState<readonly Exportable[]>(exportable)
  const [withOwn, setWithOwn] = useState(true)
  const [area, setArea] = useState(() => readAreaLink(window.location.hash))
  const [everywhere, setEverywhere] = useState(area === null)
  useHashChange((hash) => {
    const opened = readAreaLink(hash)
    if (opened === null) return
    setArea(opened)
    setEverywhere(false)
  })
  const [format, setFormat] = useState<ExportFormat>('gpx')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const own = ownPois > 0 && withOwn

  const toggle = (category: Exportable) =>
    setCategories(
      categories.includes(category) ? categories.filter((other) => other !== category) : [...categories, category],
    )
  const save = async () => {
    setBusy(true)
    setOutcome(await fetchAndSave({ format, categories, own, area: everywhere ? null : area }))
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (categories.length === 0 && !own) setOutcome({ kind: 'danger', text: texts.nothingChosen })
    else void save()
  }

  return (
    <Card title={texts.title}>
      <Stack as="form" gap={3} onSubmit={submit}>
        <FieldGroup legend={texts.categories}>
          <div className={styles.choices}>
            {exportable.map((category) => (
              <label key={category} className={styles.choice}>
                <input type="checkbox" checked={categories.includes(category)} onChange={() => toggle(category)} />
                <CategorySymbol category={category} size={26} />
                <span>{categoryNames[category]}</span>
              </label>
            ))}
            {ownPois > 0 && (
              <label className={styles.choice}>
                <input type="checkbox" checked={withOwn} onChange={() => setWithOwn(!withOwn)} />
                <CategorySymbol category={null} size={26} />
                <span>
                  {texts.own} <Small as="span">({formatNumber(ownPois)})</Small>
                </span>
              </label>
            )}
          </div>
        </FieldGroup>
        {area !== null && <AreaChoice everywhere={everywhere} onChoose={setEverywhere} />}
        <FormatChoice chosen={format} onChoose={setFormat} />
        <Small>{texts.licence}</Small>
        {outcome !== null && <Notice kind={outcome.kind}>{outcome.text}</Notice>}
        <div>
          <Button type="submit" busy={busy}>
            {texts.download}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

interface Choice {
  format: ExportFormat
  categories: readonly Exportable[]
  own: boolean
  /** Null: everywhere. */
  area: Box | null
}

async function fetchAndSave({ format, categories, own, area }: Choice): Promise<Outcome> {
  const query = {
    format,
    ...(area !== null && { bbox: bboxOf(area) }),
    ...(categories.length === 0
      ? { own: 'only' as const }
      : { categories: categories.join(','), ...(own && { own: 'with' as const }) }),
  }
  try {
    const file = await download(poiExchange.export, { query })
    if (file === null) return { kind: 'info', text: texts.empty }
    saveFile(file)
    return { kind: 'success', text: texts.saved(file.fileName) }
  } catch (error) {
    return { kind: 'danger', text: `${texts.failed}: ${messageOf(error)}` }
  }
}

function AreaChoice({ everywhere, onChoose }: { everywhere: boolean; onChoose(everywhere: boolean): void }) {
  const name = useId()
  return (
    <FieldGroup legend={texts.area} isChoice>
      <div className={styles.choices}>
        <label className={styles.choice}>
          <input type="radio" name={name} checked={!everywhere} onChange={() => onChoose(false)} />
          <span>{texts.inSight}</span>
        </label>
        <label className={styles.choice}>
          <input type="radio" name={name} checked={everywhere} onChange={() => onChoose(true)} />
          <span>{texts.everywhere}</span>
        </label>
      </div>
    </FieldGroup>
  )
}

function FormatChoice({ chosen, onChoose }: { chosen: ExportFormat; onChoose(format: ExportFormat): void }) {
  const name = useId()
  return (
    <FieldGroup legend={texts.format} isChoice>
      <div className={styles.choices} data-wide>
        {exportFormats.map((format) => (
          <label key={format} className={styles.format}>
            <input type="radio" name={name} checked={format === chosen} onChange={() => onChoose(format)} />
            <strong>{texts.formats[format].name}</strong>
            <Small as="span">{texts.formats[format].hint}</Small>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

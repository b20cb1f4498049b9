import { useMemo } from 'react'
import { berlinDay } from '#domain/time/time.ts'
import type { Chapter } from '#domain/track/trips.ts'
import { chapterInWords, whereInWords } from './chapter-words.ts'
import styles from './ChapterList.module.css'
import { historyTexts } from '../texts.ts'
import { TripSketch } from '../trip/TripSketch.tsx'
import type { ChapteredHistory } from './use-chaptered-history.ts'
import { useChapterPlaces } from './use-chapter-places.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { formatWeekday } from '#web/texts/formats.ts'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface ChapterListProps {
  history: ChapteredHistory
  /** Index of the chapter that the map shows alone. */
  chosen: number | null
  onChoose(index: number | null): void
}

const texts = historyTexts.chapters

/** Trips as cards with a sketch, between them stops and gaps; one can be chosen to look at, and deselected again. */
export function ChapterList({ history, chosen, onChoose }: ChapterListProps) {
  const { chapters } = history
  const namesOf = useChapterPlaces(history)
  const days = useMemo(() => byDay(chapters), [chapters])
  return (
    <Stack as="section" gap={3} aria-label={texts.title}>
      {chapters.length === 0 && <p className={styles.note}>{texts.none}</p>}
      {days.map(({ day, rows }) => (
        <Stack key={day} gap={2}>
          <h3 className={styles.title}>{formatWeekday(`${day}T12:00:00Z`)}</h3>
          <PlainList gap={2}>
            {rows.map(({ chapter, index }) => (
              <ChapterCard
                // The first chapter begins with the range, whose beginning moves.
                key={index === 0 ? 'first' : `${chapter.kind} ${chapter.start}`}
                history={history}
                chapter={chapter}
                where={whereInWords(chapter, namesOf(chapter))}
                pressed={index === chosen}
                onPress={() => onChoose(index === chosen ? null : index)}
              />
            ))}
          </PlainList>
        </Stack>
      ))}
      {chosen !== null && (
        <Button kind="secondary" onClick={() => onChoose(null)}>
          {texts.all}
        </Button>
      )}
      {chapters.length > 0 && <p className={styles.note}>{texts.rules}</p>}
    </Stack>
  )
}

interface ChapterCardProps {
  history: ChapteredHistory
  chapter: Chapter
  /** Null as long as nobody knows. */
  where: string | null
  pressed: boolean
  onPress(): void
}

function ChapterCard({ history, chapter, where, pressed, onPress }: ChapterCardProps) {
  const { title, time, figures, details } = chapterInWords(chapter)
  return (
    <li>
      <button
        type="button"
        className={styles.chapter}
        data-kind={chapter.kind}
        aria-pressed={pressed}
        onClick={onPress}
      >
        <span className={styles.picture}>
          {chapter.kind === 'trip' ? (
            <TripSketch history={history} trip={chapter} />
          ) : (
            <span className={styles.plate} aria-hidden="true" />
          )}
        </span>
        <span className={styles.words}>
          <span className={styles.head}>
            <strong>{title}</strong> <span>{time}</span>
          </span>{' '}
          {where !== null && <strong>{where}</strong>} <span className={styles.figures}>{figures.join(' · ')}</span>{' '}
          {details.length > 0 && <span className={styles.details}>{details.join(' · ')}</span>}
        </span>
      </button>
    </li>
  )
}

/** By the German day on which each begins. */
function byDay(chapters: readonly Chapter[]) {
  const days: { day: string; rows: { chapter: Chapter; index: number }[] }[] = []
  for (const [index, chapter] of chapters.entries()) {
    const day = berlinDay(chapter.start)
    if (days.at(-1)?.day !== day) days.push({ day, rows: [] })
    days.at(-1)?.rows.push({ chapter, index })
  }
  return days
}

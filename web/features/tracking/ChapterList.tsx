import { useMemo } from 'react'
import { berlinDay } from '#domain/time.ts'
import type { Chapter } from '#domain/trips.ts'
import { chapterInWords } from './chapter-words.ts'
import styles from './ChapterList.module.css'
import { historyTexts } from './history-texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { formatWeekday } from '#web/kit/formats.ts'

interface ChapterListProps {
  chapters: readonly Chapter[]
  /** Index of the one that the map shows alone. */
  chosen: number | null
  onChoose(index: number | null): void
}

const texts = historyTexts.chapters

/** Trips, stops and silences by day; one can be chosen to be looked at, and let go again. */
export function ChapterList({ chapters, chosen, onChoose }: ChapterListProps) {
  const days = useMemo(() => byDay(chapters), [chapters])
  return (
    <div className={styles.list}>
      <h3 className={styles.title}>{texts.title}</h3>
      {chapters.length === 0 && <p className={styles.note}>{texts.none}</p>}
      <div className={styles.days} role="region" aria-label={texts.title} tabIndex={0}>
        {days.map(({ day, rows }) => (
          <div key={day}>
            <h4 className={styles.day}>{formatWeekday(`${day}T12:00:00Z`)}</h4>
            <ul className={styles.chapters}>
              {rows.map(({ chapter, index }) => (
                <ChapterRow
                  // The first begins with the range, which moves on.
                  key={index === 0 ? 'first' : `${chapter.kind} ${chapter.start}`}
                  chapter={chapter}
                  pressed={index === chosen}
                  onPress={() => onChoose(index === chosen ? null : index)}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {chosen !== null && (
        <Button kind="quiet" onClick={() => onChoose(null)}>
          {texts.all}
        </Button>
      )}
      {chapters.length > 0 && <p className={styles.note}>{texts.rules}</p>}
    </div>
  )
}

interface ChapterRowProps {
  chapter: Chapter
  pressed: boolean
  onPress(): void
}

function ChapterRow({ chapter, pressed, onPress }: ChapterRowProps) {
  const { title, time, details } = chapterInWords(chapter)
  return (
    <li>
      <button
        type="button"
        className={styles.chapter}
        data-kind={chapter.kind}
        aria-pressed={pressed}
        onClick={onPress}
      >
        <span className={styles.head}>
          <strong>{title}</strong> <span>{time}</span>
        </span>{' '}
        <span className={styles.details}>{details.join(' · ')}</span>
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

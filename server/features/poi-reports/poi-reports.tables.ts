import { sql } from 'kysely'
import { poiReportsLimits, voteServerLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  flag,
  float,
  instant,
  integer,
  owner,
  ownerOrNobody,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type PoiReportsTables = Rows<typeof poiReportsRegister> &
  Rows<typeof poiVotesRegister> &
  Rows<typeof poiDoubtsRegister> &
  Rows<typeof poiVotersRegister>

export const poiReportsRegister = register(
  {
    id: 'poi-reports',
    group: 'map',
    title: 'Meldungen auf der Karte',
    what: 'Art, Stelle und Zeit, dazu intern, von welchem Konto sie sind und was dessen Wort gilt.',
    purpose: 'damit andere gewarnt sind',
    basis: { article: 'a' },
    kept: `Bis Sie sie entfernen oder die Einwilligung widerrufen, spätestens ${poiReportsLimits.forgottenHours} Stunden nach ihrem Ende.`,
    seenBy: 'Andere sehen die Meldung, aber nicht, von wem.',
  },
  {
    /** For each POI of the source `reports`: its reporter (null once the account is erased), and the votes since. */
    poi_reports: table(
      { part: 'Ihre Meldungen', whose: theirs, order: ['poi_id'], counted: 'poiReports' },
      {
        poi_id: text().is('Meldung'),
        user_id: ownerOrNobody,
        confirmations: integer().byDefault.is('Bestätigt'),
        denials: integer().byDefault.is('Verneint'),
        confirmed_at: instant().orNull.is('Zuletzt bestätigt'),
        /** When it will be over, where its reporter knows. */
        ends_at: instant().orNull.is('Vorbei'),
        /** What its reporter's word weighs, and all words for and against it (`domain/poi-reports`). */
        weight: float().byDefault.is('Was Ihr Wort gilt'),
        supporting: float().byDefault.is('Gewicht dafür'),
        opposing: float().byDefault.is('Gewicht dagegen'),
        unconfirmed: flag().byDefault.is('Unbestätigt'),
      },
    ),
  },
)

export const poiVotesRegister = register(
  {
    id: 'poi-votes',
    group: 'map',
    title: 'Bestätigungen auf der Karte',
    what: 'Welche Meldung Sie bestätigt oder verneint haben, und wie viel Ihr Wort gilt. Geben Sie an, wie nah Sie sind, fließt das ein und wird nicht gespeichert.',
    purpose: 'damit falsche Meldungen verschwinden',
    basis: { article: 'b' },
    kept: 'So lange wie die Meldung.',
    seenBy: 'Andere sehen die Zahl der Bestätigungen, aber nicht, von wem.',
  },
  {
    /** The last vote of each user about each POI, and what it weighs. */
    poi_votes: table(
      { part: 'Ihre Bestätigungen zu Meldungen', whose: theirs, order: ['poi_id'] },
      {
        poi_id: text().is('Meldung'),
        user_id: owner,
        confirms: flag().is('Noch da'),
        at: instant().is('Wann'),
        weight: float().byDefault.is('Was Ihr Wort gilt'),
      },
    ),
  },
)

export const poiDoubtsRegister = register(
  {
    id: 'poi-doubts',
    group: 'map',
    title: 'Zweifel an Quellen',
    what: 'Welchem Eintrag einer Quelle Sie zugestimmt oder widersprochen haben, wann, und wie viel Ihr Wort gilt.',
    purpose: 'damit andere erfahren, wenn eine Quelle nicht mehr stimmt',
    basis: { article: 'b' },
    kept: `Bis ${days(voteServerLimits.doubtDays)} danach, höchstens so lange, wie die Quelle den Eintrag hat.`,
    seenBy: 'Andere sehen einen Hinweis, wenn genug dagegen spricht, aber nicht, von wem.',
  },
  {
    /** The last word of each user about what a source says. */
    poi_doubts: table(
      {
        part: 'Ihre Worte zu Einträgen von Quellen',
        whose: theirs,
        order: ['poi_id'],
        kept: [
          { days: voteServerLimits.doubtDays, by: 'at' },
          { only: sql`not exists (select from pois where pois.id = poi_id)` },
        ],
      },
      {
        poi_id: text().is('POI'),
        user_id: owner,
        confirms: flag().is('Stimmt'),
        at: instant().is('Wann'),
        weight: float().is('Was Ihr Wort gilt'),
      },
    ),
  },
)

export const poiVotersRegister = register(
  {
    id: 'poi-voters',
    group: 'map',
    title: 'Bewährung Ihrer Meldungen',
    what: 'Wie oft andere Ihre Meldungen und Bestätigungen bestätigt und widerlegt haben: zwei Zahlen, ohne Ort und Zeit.',
    purpose: 'damit viele falsche Konten weniger ausrichten als wenige verlässliche Menschen',
    basis: { article: 'f', interest: 'dass Meldungen stimmen, auf die sich andere auf der Straße verlassen' },
    kept: 'Solange das Konto besteht.',
  },
  {
    /** How many earlier words of each user others confirmed and refuted. */
    poi_voters: table(
      { part: 'Bewährung Ihrer Meldungen', whose: theirs, order: ['user_id'] },
      {
        user_id: owner,
        agreed: integer().is('Von anderen bestätigt'),
        disagreed: integer().is('Von anderen widerlegt'),
      },
    ),
  },
)

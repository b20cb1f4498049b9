import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Position } from '#contract/history/history.ts'
import type { PositionDoubt, Doubts } from '#domain/track/outliers.ts'
import { historyTexts } from './texts.ts'
import {
  orderedRows,
  type PositionColumn,
  positionColumns,
  type PositionOrder,
  type PositionRow,
  turned,
} from './position-order.ts'
import styles from './PositionTable.module.css'
import { Button } from '#web/ui/controls/Button.tsx'
import { formatAccuracy, formatExactTime, formatNumber } from '#web/texts/formats.ts'

interface PositionTableProps {
  positions: readonly Position[]
  /** Why a position is doubted, by its index. */
  doubts: Doubts
  selected: number | null
  onSelect(index: number): void
}

const rowsPerPage = 10
const texts = historyTexts.table

/** The same positions as on the map, to read and to sort; a position chosen in one is also chosen in the other. */
export function PositionTable({ positions, doubts, selected, onSelect }: PositionTableProps) {
  const [order, setOrder] = useState<PositionOrder>({ column: 'number', descending: false })
  const [page, setPage] = useState(0)
  const rows = useMemo(() => orderedRows(positions, order), [positions, order])
  const pages = Math.ceil(rows.length / rowsPerPage)
  const shown = Math.min(page, pages - 1)

  const turnToSelected = useEffectEvent(() => {
    const row = rows.findIndex(({ index }) => index === selected)
    if (row >= 0) setPage(Math.floor(row / rowsPerPage))
  })
  // Another choice or another order turns the page; live positions do not.
  const chosen = selected === null ? undefined : positions[selected]
  useEffect(() => {
    if (chosen !== undefined) turnToSelected()
  }, [chosen, order])

  return (
    <div className={styles.table}>
      <div className={styles.scroll} role="region" aria-label={texts.caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{texts.caption}</caption>
          <thead>
            <tr>
              {positionColumns.map((column) => (
                <SortableHead
                  key={column}
                  column={column}
                  order={order}
                  onSort={() => setOrder(turned(order, column))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(shown * rowsPerPage, (shown + 1) * rowsPerPage).map((row) => (
              <Row
                key={row.position.recordedAt}
                row={row}
                doubt={doubts.get(row.index) ?? null}
                selected={row.index === selected}
                onSelect={onSelect}
              />
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pager page={shown} pages={pages} onPage={setPage} />}
    </div>
  )
}

interface SortableHeadProps {
  column: PositionColumn
  order: PositionOrder
  onSort(): void
}

function SortableHead({ column, order, onSort }: SortableHeadProps) {
  const sorted = order.column === column ? (order.descending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" aria-sort={sorted}>
      <button type="button" className={styles.sort} title={texts.sortBy(texts[column])} onClick={onSort}>
        {texts[column]}
        <span aria-hidden="true">{sorted === undefined ? '↕' : sorted === 'ascending' ? '↑' : '↓'}</span>
      </button>
    </th>
  )
}

interface RowProps {
  row: PositionRow
  doubt: PositionDoubt | null
  selected: boolean
  onSelect(index: number): void
}

function Row({ row: { index, position }, doubt, selected, onSelect }: RowProps) {
  const number = formatNumber(index + 1)
  return (
    <tr data-selected={selected || undefined}>
      <th scope="row">
        <button
          type="button"
          className={styles.number}
          aria-label={texts.show(number)}
          aria-pressed={selected}
          onClick={() => onSelect(index)}
        >
          {number}
        </button>
      </th>
      <td>
        {formatExactTime(position.recordedAt)}
        {doubt !== null && (
          <>
            {' '}
            <abbr className={styles.doubt} title={historyTexts.doubts.reasons[doubt]}>
              {historyTexts.doubts.short}
            </abbr>
          </>
        )}
      </td>
      <td>{formatAccuracy(position.accuracy)}</td>
      <td>{position.speed === undefined ? texts.unknown : `${formatNumber(position.speed)} km/h`}</td>
    </tr>
  )
}

interface PagerProps {
  page: number
  pages: number
  onPage(page: number): void
}

function Pager({ page, pages, onPage }: PagerProps) {
  return (
    <div className={styles.pager}>
      <Button kind="quiet" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {texts.previous}
      </Button>
      <span role="status">{texts.page(formatNumber(page + 1), formatNumber(pages))}</span>
      <Button kind="quiet" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        {texts.next}
      </Button>
    </div>
  )
}

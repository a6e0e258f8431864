import { addDays, type Day, daysInMonth, todayIst } from '@aangan/contract/period.ts';
import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { cls } from '../cls.ts';
import { formatDay } from '../format.ts';
import classes from './month-grid.module.css';

/** What stands in one day of the grid. */
export interface DayCell {
  /** Below the number: a letter, dots, a short title. */
  content?: ReactNode;
  /** The day in words for assistive technology and on hover: "Holiday: Diwali". */
  says?: string;
  /** Colour of the cell, a CSS colour that text stays readable on. */
  background?: string;
}

export interface MonthGridProps {
  /** `YYYY-MM`. */
  month: string;
  /** The content of a day; called for each day of the month. */
  cell: (day: Day) => DayCell | null;
  /** Days outside cannot be picked. */
  from?: Day;
  to?: Day;
  chosen?: readonly Day[];
  /** One day by click or Enter; a stretch by dragging, or by Shift with a click or Enter. Without it the grid is read only. */
  onPick?: (days: readonly Day[]) => void;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month as weeks from Monday. Arrow keys move between days; the grid is one stop of the Tab key. */
export function MonthGrid({ month, cell, from, to, chosen = [], onPick }: MonthGridProps) {
  const days = daysOf(month);
  const today = todayIst(serverNow());
  const table = useRef<HTMLTableElement>(null);
  const last = useRef<Day | null>(null);
  const [dragged, setDragged] = useState<{ start: Day; end: Day } | null>(null);
  const [focused, setFocused] = useState<Day | null>(null);
  const first = days[0] ?? '';
  const tabStop = focused?.startsWith(month) ? focused : today.startsWith(month) ? today : first;
  const isOpen = (day: Day) => (from === undefined || day >= from) && (to === undefined || day <= to);
  const pick = (a: Day, b: Day) => {
    last.current = b;
    const picked = stretch(a, b).filter(isOpen);
    if (picked.length > 0) onPick?.(picked);
  };
  const pickAt = (day: Day, extended: boolean) =>
    pick(extended && last.current?.startsWith(month) ? last.current : day, day);
  const onKeyDown = (event: KeyboardEvent, day: Day) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      pickAt(day, event.shiftKey);
    }
    const step = STEPS[event.key];
    const target = step === undefined ? null : addDays(day, step);
    if (!target?.startsWith(month)) return;
    event.preventDefault();
    setFocused(target);
    table.current?.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus();
  };
  const inDrag = dragged ? stretch(dragged.start, dragged.end) : [];
  const endDrag = () => {
    // The click of a single day follows by itself.
    if (dragged && dragged.start !== dragged.end) pick(dragged.start, dragged.end);
    setDragged(null);
  };

  return (
    <table ref={table} className={classes.grid} onPointerUp={endDrag} onPointerLeave={() => setDragged(null)}>
      <caption className={classes.title}>{monthTitle(month)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(days).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, index) => {
              if (day === null) return <td key={index} />;
              const { content, says, background } = cell(day) ?? {};
              const shared = {
                className: cls(
                  classes.day,
                  day === today && classes.today,
                  (chosen.includes(day) || inDrag.includes(day)) && classes.chosen,
                  !isOpen(day) && classes.off,
                ),
                title: says,
                style: background ? { background } : undefined,
              };
              const inner = (
                <>
                  <span className={classes.number}>{Number(day.slice(8))}</span>
                  {content}
                </>
              );
              return (
                <td key={day}>
                  {onPick && isOpen(day) ? (
                    <button
                      {...shared}
                      type="button"
                      data-day={day}
                      tabIndex={day === tabStop ? 0 : -1}
                      aria-pressed={chosen.includes(day)}
                      onFocus={() => setFocused(day)}
                      onKeyDown={(event) => onKeyDown(event, day)}
                      onClick={(event) => {
                        // A key's click has no detail; the key itself has picked already.
                        if (event.detail > 0) pickAt(day, event.shiftKey);
                      }}
                      onPointerDown={() => setDragged({ start: day, end: day })}
                      onPointerEnter={() => setDragged((now) => (now ? { ...now, end: day } : now))}
                    >
                      {/* Before what is seen, which its name holds too. */}
                      <VisuallyHidden>{says ? `${formatDay(day)}, ${says}` : formatDay(day)}</VisuallyHidden>{' '}
                      {inner}
                    </button>
                  ) : (
                    <div {...shared}>{inner}</div>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthTitle = (month: string): string => MONTH.format(new Date(`${month}-01`));

function daysOf(month: string): Day[] {
  const [year = 0, index = 1] = month.split('-').map(Number);
  return Array.from(
    { length: daysInMonth(year, index) },
    (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`,
  );
}

/** Days in rows of seven from Monday; null before the first and after the last. */
function weeksOf(days: readonly Day[]): (Day | null)[][] {
  const before = (new Date(days[0] ?? '').getUTCDay() + 6) % 7;
  const places: (Day | null)[] = [...Array<null>(before).fill(null), ...days];
  while (places.length % 7 !== 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) => places.slice(week * 7, week * 7 + 7));
}

/** All days between two, in order, whichever comes first. */
function stretch(a: Day, b: Day): Day[] {
  const [start, end] = a <= b ? [a, b] : [b, a];
  const days = [start];
  for (let day = start; day < end; ) {
    day = addDays(day, 1);
    days.push(day);
  }
  return days;
}

// When families ask.
import { Section } from '@aangan/web/ui/section.tsx';
import { Table } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import classes from './board.module.css';
import { hourName, weekdayName } from './board-list-filters.tsx';
import type { Board } from './board-shape.ts';
import type { BoardFilters } from './use-board-filters.tsx';

type LinkTo = BoardFilters['linkTo'];

const DESK_HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18];

/** Arrivals by weekday and hour; the green line under a number is the share that somebody has called. */
export function Arrivals({ cells, linkTo }: { cells: Board['arrivals']; linkTo: LinkTo }) {
  const at = new Map(cells.map((cell) => [`${cell.weekday}-${cell.hour}`, cell]));
  const most = Math.max(1, ...cells.map((cell) => cell.n));
  // The desk's hours, and those others in which somebody asked.
  const shown = [...new Set([...DESK_HOURS, ...cells.map((cell) => cell.hour)])].sort((a, b) => a - b);
  return (
    <Section
      title="When families ask"
      help="Arrivals by weekday and hour. The green line under a number is the share that was called."
    >
      <Table.ScrollContainer minWidth={520} type="native">
        <table className={classes.heat}>
          <thead>
            <tr>
              <th scope="col" aria-label="Day" />
              {shown.map((hour) => (
                <th scope="col" key={hour} title={hourName(hour)}>
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday).slice(0, 3)}</th>
                {shown.map((hour) => {
                  const cell = at.get(`${weekday}-${hour}`);
                  const label = `${weekdayName(weekday)}, ${hourName(hour)}: ${cell?.n ?? 0} arrived, ${cell?.answered ?? 0} called`;
                  return (
                    <td key={hour} className="figures">
                      {cell && (
                        <Link
                          to={linkTo({ arrived: `${weekday}-${hour}` })}
                          className={classes.cell}
                          title={label}
                          aria-label={label}
                          style={
                            {
                              background: `color-mix(in srgb, var(--a-accent) ${Math.round(12 + (cell.n / most) * 48)}%, transparent)`,
                              ['--share' as string]: cell.answered / cell.n,
                            } as CSSProperties
                          }
                        >
                          {cell.n}
                        </Link>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Table.ScrollContainer>
    </Section>
  );
}

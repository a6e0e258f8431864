// When families ask and who answers them.
import { formatCount } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Sparkline } from '@aangan/web/ui/tile.tsx';
import { Button, Table } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router';
import classes from './board.module.css';
import { hourName, weekdayName } from './board-list-filters.tsx';
import type { Answers, Board } from './board-shape.ts';
import { shareOf } from './pipeline-panels.tsx';
import type { BoardFilters } from './use-board-filters.tsx';

type LinkTo = BoardFilters['linkTo'];

/** '12 min', '3 h 20 min', '2 d'. */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 1440)
    return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
  return `${Math.floor(minutes / 1440)} d`;
}
export const inTimeText = ({ inTime, late, unanswered }: Answers): string =>
  shareOf(inTime, inTime + late + unanswered);

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
                              background: `color-mix(in srgb, var(--a-accent) ${Math.round(12 + (cell.n / most) * 58)}%, transparent)`,
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

export function Owners({
  owners,
  today,
  linkTo,
}: {
  owners: Board['owners'];
  today: string;
  linkTo: LinkTo;
}) {
  return (
    <Section title="Counsellors" flush>
      <Table.ScrollContainer minWidth={860}>
        <Table horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Owner</Table.Th>
              <Table.Th ta="end">Open</Table.Th>
              <Table.Th ta="end">Due</Table.Th>
              <Table.Th ta="end">Overdue</Table.Th>
              <Table.Th ta="end">Called today</Table.Th>
              <Table.Th ta="end">First answer</Table.Th>
              <Table.Th ta="end">In time</Table.Th>
              <Table.Th ta="end">Visits</Table.Th>
              <Table.Th ta="end">Admitted</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {owners.map((owner) => {
              const own = (more: Parameters<LinkTo>[0]) =>
                linkTo({ assignedTo: owner.id ?? 'none', ...more });
              return (
                <Table.Tr key={owner.id ?? 'none'}>
                  <Table.Td>{owner.name}</Table.Td>
                  <Figure to={own({ open: true })} n={owner.open} />
                  <Figure to={own({ bucket: 'due' })} n={owner.due} />
                  <Figure to={own({ bucket: 'overdue' })} n={owner.overdue} danger />
                  <Figure to={own({ attemptedOn: today })} n={owner.calledToday} />
                  <Table.Td ta="end" className="figures">
                    {minutesText(owner.answers.medianMinutes)}
                  </Table.Td>
                  <Figure
                    to={own({ firstAnswer: 'in-time' })}
                    n={owner.answers.inTime}
                    after={inTimeText(owner.answers)}
                  />
                  <Figure
                    to={own({ visited: true })}
                    n={owner.visits}
                    after={shareOf(owner.visits, owner.n)}
                  />
                  <Figure
                    to={own({ spancoStatus: 'Order' })}
                    n={owner.admitted}
                    after={shareOf(owner.admitted, owner.n)}
                  />
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Figure({
  n,
  to,
  after,
  danger = false,
}: {
  n: number;
  to: string;
  after?: string;
  danger?: boolean;
}) {
  return (
    <Table.Td ta="end" className="figures" style={{ whiteSpace: 'nowrap' }}>
      <Link
        to={to}
        className={classes.number}
        {...(danger && n > 0 ? { style: { color: 'var(--a-danger-text)' } } : {})}
      >
        {formatCount(n)}
      </Link>
      {after && <span className="quiet"> · {after}</span>}
    </Table.Td>
  );
}

const SHOWN = 25;

/** Centres by the share they admit, each with its own 13 weeks. */
export function Centres({ centres, linkTo }: { centres: Board['centres']; linkTo: LinkTo }) {
  const [all, setAll] = useState(false);
  const shown = all ? centres : centres.slice(0, SHOWN);
  return (
    <Section title="Centres" help="By the share of enquiries that were admitted." flush>
      <Table.ScrollContainer minWidth={860}>
        <Table horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Centre</Table.Th>
              <Table.Th>13 weeks</Table.Th>
              <Table.Th ta="end">Leads</Table.Th>
              <Table.Th ta="end">Yet to call</Table.Th>
              <Table.Th ta="end">Overdue</Table.Th>
              <Table.Th ta="end">First answer</Table.Th>
              <Table.Th ta="end">In time</Table.Th>
              <Table.Th ta="end">Visits</Table.Th>
              <Table.Th ta="end">Admitted</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((centre) => {
              const own = (more: Parameters<LinkTo>[0] = {}) => linkTo({ centre: centre.id, ...more });
              return (
                <Table.Tr key={centre.id}>
                  <Table.Td>{centre.label}</Table.Td>
                  <Table.Td>
                    <Sparkline values={centre.trend} />
                  </Table.Td>
                  <Figure to={own()} n={centre.n} />
                  <Figure to={own({ spancoStatus: 'Suspect', stage: 'Yet_to_call' })} n={centre.yetToCall} />
                  <Figure to={own({ bucket: 'overdue' })} n={centre.overdue} danger />
                  <Table.Td ta="end" className="figures">
                    {minutesText(centre.answers.medianMinutes)}
                  </Table.Td>
                  <Figure
                    to={own({ firstAnswer: 'in-time' })}
                    n={centre.answers.inTime}
                    after={inTimeText(centre.answers)}
                  />
                  <Figure
                    to={own({ visited: true })}
                    n={centre.visits}
                    after={shareOf(centre.visits, centre.n)}
                  />
                  <Figure
                    to={own({ spancoStatus: 'Order' })}
                    n={centre.admitted}
                    after={shareOf(centre.admitted, centre.n)}
                  />
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {centres.length > SHOWN && (
        <Button variant="subtle" color="gray" m="sm" className="no-print" onClick={() => setAll(!all)}>
          {all ? 'Show the first 25' : `Show all ${formatCount(centres.length)} centres`}
        </Button>
      )}
    </Section>
  );
}

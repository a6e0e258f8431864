// Who works on the enquiries, and how far: counsellors and centres by the same measures.
import { formatCount } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Sparkline } from '@aangan/web/ui/tile.tsx';
import { Button, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './board.module.css';
import type { Answers, Board } from './board-shape.ts';
import { inTimeText, minutesText, shareOf } from './board-words.ts';
import type { BoardFilters } from './use-board-filters.tsx';

type LinkTo = BoardFilters['linkTo'];
type More = Parameters<LinkTo>[0];

/** What is measured of a counsellor and of a centre alike. */
interface Worked {
  n: number;
  overdue: number;
  answers: Answers;
  visits: number;
  admitted: number;
}

interface OwnColumn<Row> {
  label: string;
  /** A number that opens its rows, or anything else. */
  figure?: (row: Row) => { n: number; only?: More };
  cell?: (row: Row) => ReactNode;
}

interface WorkTableProps<Row extends Worked> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The list of a row's enquiries, or of some of them. */
  own: (row: Row, more?: More) => string;
  columns: readonly OwnColumn<Row>[];
  /** Between overdue and the first answer. */
  after?: readonly OwnColumn<Row>[];
}

function WorkTable<Row extends Worked>({ rows, keyOf, own, columns, after = [] }: WorkTableProps<Row>) {
  const all: readonly OwnColumn<Row>[] = [
    ...columns,
    { label: 'Overdue', figure: (row) => ({ n: row.overdue, only: { bucket: 'overdue' } }) },
    ...after,
  ];
  return (
    <Table.ScrollContainer minWidth={860}>
      <Table horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {all.map(({ label, figure }) => (
              <Table.Th key={label} {...(figure ? { ta: 'end' } : {})}>
                {label}
              </Table.Th>
            ))}
            {['First answer', 'In time', 'Visits', 'Admitted'].map((label) => (
              <Table.Th key={label} ta="end">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {all.map(({ label, figure, cell }) => {
                const { n, only } = figure?.(row) ?? { n: 0 };
                return figure ? (
                  <Figure key={label} to={own(row, only)} n={n} danger={label === 'Overdue'} />
                ) : (
                  <Table.Td key={label}>{cell?.(row)}</Table.Td>
                );
              })}
              <Table.Td ta="end" className="figures">
                {minutesText(row.answers.medianMinutes)}
              </Table.Td>
              <Figure
                to={own(row, { firstAnswer: 'in-time' })}
                n={row.answers.inTime}
                after={inTimeText(row.answers)}
              />
              <Figure to={own(row, { visited: true })} n={row.visits} after={shareOf(row.visits, row.n)} />
              <Figure
                to={own(row, { spancoStatus: 'Order' })}
                n={row.admitted}
                after={shareOf(row.admitted, row.n)}
              />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface FigureProps {
  n: number;
  to: string;
  after?: string;
  danger?: boolean;
}

function Figure({ n, to, after, danger = false }: FigureProps) {
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

interface OwnersProps {
  owners: Board['owners'];
  today: string;
  linkTo: LinkTo;
}

export const Owners = ({ owners, today, linkTo }: OwnersProps) => (
  <Section title="Counsellors" flush>
    <WorkTable
      rows={owners}
      keyOf={(owner) => owner.id ?? 'none'}
      own={(owner, more) => linkTo({ assignedTo: owner.id ?? 'none', ...more })}
      columns={[
        { label: 'Owner', cell: (owner) => owner.name },
        { label: 'Open', figure: (owner) => ({ n: owner.open, only: { open: true } }) },
        { label: 'Due', figure: (owner) => ({ n: owner.due, only: { bucket: 'due' } }) },
      ]}
      after={[
        {
          label: 'Called today',
          figure: (owner) => ({ n: owner.calledToday, only: { attemptedOn: today } }),
        },
      ]}
    />
  </Section>
);

const SHOWN = 25;

/** Centres by the share they admit, each with its own 13 weeks. */
export function Centres({
  centres,
  count,
  linkTo,
  showAll,
}: {
  centres: Board['centres'];
  /** How many there are. */
  count: number;
  linkTo: LinkTo;
  /** Asks for all of them, or for the first ones only. */
  showAll: (all: boolean) => void;
}) {
  const all = centres.length === count;
  return (
    <Section title="Centres" help="By the share of enquiries that were admitted." flush>
      <WorkTable
        rows={centres}
        keyOf={(centre) => String(centre.id)}
        own={(centre, more) => linkTo({ centre: centre.id, ...more })}
        columns={[
          { label: 'Centre', cell: (centre) => centre.label },
          { label: '13 weeks', cell: (centre) => <Sparkline values={centre.trend} /> },
          { label: 'Leads', figure: (centre) => ({ n: centre.n }) },
          {
            label: 'Yet to call',
            figure: (centre) => ({
              n: centre.yetToCall,
              only: { spancoStatus: 'Suspect', stage: 'Yet_to_call' },
            }),
          },
        ]}
      />
      {count > SHOWN && (
        <Button variant="subtle" color="gray" m="sm" className="no-print" onClick={() => showAll(!all)}>
          {all ? `Show the first ${SHOWN}` : `Show all ${formatCount(count)} centres`}
        </Button>
      )}
    </Section>
  );
}

// Who works on the enquiries, and how far: counsellors and centres by the same measures.
import { formatCount } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Sparkline } from '@aangan/web/ui/tile.tsx';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from './board.module.css';
import type { Board } from './board-shape.ts';
import { inTimeText, minutesText, shareOf } from './board-words.ts';
import type { BoardFilters } from './use-board-filters.tsx';

type LinkTo = BoardFilters['linkTo'];
type Owner = Board['owners'][number];
type Centre = Board['centres'][number];
type More = Parameters<LinkTo>[0];

/** What is measured of a counsellor and of a centre alike. */
type Worked = Pick<Centre, 'n' | 'overdue' | 'answers' | 'visits' | 'admitted'>;

interface WorkTableProps<Row extends Worked> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The list of a row's enquiries, or of some of them. */
  own: (row: Row, more?: More) => string;
  columns: readonly Column<Row>[];
  /** Between overdue and the first answer. */
  after?: readonly Column<Row>[];
}

function WorkTable<Row extends Worked>({
  label,
  rows,
  keyOf,
  own,
  columns,
  after = [],
}: WorkTableProps<Row>) {
  return (
    <ShortTable
      label={label}
      rows={rows}
      keyOf={keyOf}
      minWidth={860}
      columns={[
        ...columns,
        figure<Row>('Overdue', (row) => ({
          n: row.overdue,
          to: own(row, { bucket: 'overdue' }),
          danger: true,
        })),
        ...after,
        {
          id: 'answer',
          label: 'First answer',
          align: 'end',
          cell: (row) => <span className="figures">{minutesText(row.answers.medianMinutes)}</span>,
        },
        figure<Row>('In time', (row) => ({
          n: row.answers.inTime,
          to: own(row, { firstAnswer: 'in-time' }),
          after: inTimeText(row.answers),
        })),
        figure<Row>('Visits', (row) => ({
          n: row.visits,
          to: own(row, { visited: true }),
          after: shareOf(row.visits, row.n),
        })),
        figure<Row>('Admitted', (row) => ({
          n: row.admitted,
          to: own(row, { spancoStatus: 'Order' }),
          after: shareOf(row.admitted, row.n),
        })),
      ]}
    />
  );
}

interface FigureProps {
  n: number;
  to: string;
  after?: string;
  danger?: boolean;
}

/** A number that opens its rows. */
const figure = <Row,>(label: string, of: (row: Row) => FigureProps): Column<Row> => ({
  id: label,
  label,
  align: 'end',
  cell: (row) => {
    const { n, to, after, danger = false } = of(row);
    return (
      <span className="figures" style={{ whiteSpace: 'nowrap' }}>
        <Link
          to={to}
          className={classes.number}
          {...(danger && n > 0 ? { style: { color: 'var(--a-danger-text)' } } : {})}
        >
          {formatCount(n)}
        </Link>
        {after && <span className="quiet"> · {after}</span>}
      </span>
    );
  },
});

interface OwnersProps {
  owners: Board['owners'];
  today: string;
  linkTo: LinkTo;
}

export function Owners({ owners, today, linkTo }: OwnersProps) {
  const own = (owner: Owner, more?: More) => linkTo({ assignedTo: owner.id ?? 'none', ...more });
  return (
    <Section title="Counsellors" flush>
      <WorkTable
        label="Counsellors"
        rows={owners}
        keyOf={(owner) => owner.id ?? 'none'}
        own={own}
        columns={[
          textColumn<Owner>('owner', 'Owner', (owner) => owner.name),
          figure<Owner>('Open', (owner) => ({ n: owner.open, to: own(owner, { open: true }) })),
          figure<Owner>('Due', (owner) => ({ n: owner.due, to: own(owner, { bucket: 'due' }) })),
        ]}
        after={[
          figure<Owner>('Called today', (owner) => ({
            n: owner.calledToday,
            to: own(owner, { attemptedOn: today }),
          })),
        ]}
      />
    </Section>
  );
}

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
  const own = (centre: Centre, more?: More) => linkTo({ centre: centre.id, ...more });
  return (
    <Section title="Centres" help="By the share of enquiries that were admitted." flush>
      <WorkTable
        label="Centres"
        rows={centres}
        keyOf={(centre) => String(centre.id)}
        own={own}
        columns={[
          textColumn<Centre>('centre', 'Centre', (centre) => centre.label),
          textColumn<Centre>('weeks', '13 weeks', (centre) => <Sparkline values={centre.trend} />),
          figure<Centre>('Leads', (centre) => ({ n: centre.n, to: own(centre) })),
          figure<Centre>('Yet to call', (centre) => ({
            n: centre.yetToCall,
            to: own(centre, { spancoStatus: 'Suspect', stage: 'Yet_to_call' }),
          })),
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

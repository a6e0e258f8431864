import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type CodeRow, enquiryQrContract, placements } from './enquiry-qr.contract.ts';
import classes from './qr.module.css';

const states = {
  ACTIVE: ['success', 'Active'],
  PAUSED: ['neutral', 'Paused'],
  EXPIRED: ['warning', 'Expired'],
} as const;

interface CodeTableProps {
  rows: readonly CodeRow[];
  chosen: string;
  keyOf: (row: CodeRow) => string;
  onChoose: (row: CodeRow) => void;
  mayWrite: boolean;
  /** Codes of several centres stand in it. */
  several: boolean;
}

const dotted = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');
const counted = (id: 'starts' | 'submits', label: string): Column<CodeRow> =>
  textColumn(id, label, (row) => <span className="figures">{formatCount(row[id])}</span>, { align: 'end' });
const listed = (
  id: 'enquiries' | 'visits' | 'admitted',
  label: string,
  more: Record<string, string | boolean> = {},
): Column<CodeRow> =>
  textColumn(id, label, (row) => <Enquiries row={row} n={row[id]} more={more} />, { align: 'end' });

/** What each code brought, step by step; the last three steps open their enquiries. */
export function CodeTable({ rows, chosen, keyOf, onChoose, mayWrite, several }: CodeTableProps) {
  const columns: readonly Column<CodeRow>[] = [
    textColumn('label', 'Label', (row) => <Text fw={500}>{row.label}</Text>, {
      second: (row) => dotted([several ? row.centreName : null, row.placement && placements[row.placement]]),
    }),
    textColumn('source', 'Source', (row) => row.sourceName, {
      second: (row) => dotted([row.campaign, row.expiresOn && `until ${formatDay(row.expiresOn)}`]),
    }),
    textColumn('funnel', 'From opened to admitted', (row) => <Funnel row={row} />),
    textColumn(
      'opens',
      'Opened',
      (row) => (
        <span className="figures" title={`${formatCount(row.scans)} of them scanned`}>
          {formatCount(row.opens)}
        </span>
      ),
      { align: 'end' },
    ),
    counted('starts', 'Begun'),
    counted('submits', 'Sent'),
    listed('enquiries', 'Enquiries'),
    listed('visits', 'Visits', { visited: true }),
    listed('admitted', 'Admitted', { spancoStatus: 'Order' }),
    textColumn('state', 'State', (row) => <Tag tone={states[row.state][0]}>{states[row.state][1]}</Tag>),
    textColumn('do', '', (row) => (
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          variant={keyOf(row) === chosen ? 'light' : 'default'}
          aria-pressed={keyOf(row) === chosen}
          onClick={() => onChoose(row)}
        >
          Show
        </Button>
        {mayWrite && row.id !== null && <Pause row={{ ...row, id: row.id }} />}
      </Group>
    )),
  ];
  return (
    <Section
      title="Codes"
      help="Opened, begun and sent are counted at the form; the rest are enquiries."
      flush
    >
      <ShortTable label="Codes" rows={rows} keyOf={keyOf} columns={columns} minWidth={980} />
    </Section>
  );
}

/** Enquiries of a code; the header's year decides which of them the list shows. */
function Enquiries({ row, n, more }: { row: CodeRow; n: number; more: Record<string, string | boolean> }) {
  const to = listLink('/forms/enquiry/list', {
    ...(row.id === null ? { source: row.sourceId, sourceLink: 'none' } : { sourceLink: row.id }),
    ...more,
  });
  return (
    <Link to={to} className="figures" style={{ color: 'inherit' }}>
      {formatCount(n)}
    </Link>
  );
}

const steps = ['opens', 'starts', 'submits', 'enquiries', 'visits', 'admitted'] as const;

function Funnel({ row }: { row: CodeRow }) {
  const most = Math.max(1, ...steps.map((step) => row[step]));
  return (
    <span className={classes.funnel} aria-hidden="true">
      {steps.map((step) => (
        <span key={step} style={{ height: `${Math.max(4, (row[step] / most) * 100)}%` }} />
      ))}
    </span>
  );
}

function Pause({ row }: { row: { id: string; version: number; state: string } }) {
  const set = useCommand(enquiryQrContract.setActive, { onError: (error) => notice.error(error) });
  const paused = row.state === 'PAUSED';
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={set.running}
      onClick={() => void set.run({ id: row.id, active: paused }, { ifMatch: row.version })}
    >
      {paused ? 'Resume' : 'Pause'}
    </Button>
  );
}

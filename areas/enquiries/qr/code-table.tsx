import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Table, Text } from '@mantine/core';
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

/** What each code brought, step by step; the last three steps open their enquiries. */
export function CodeTable({ rows, chosen, keyOf, onChoose, mayWrite, several }: CodeTableProps) {
  return (
    <Section
      title="Codes"
      help="Opened, begun and sent are counted at the form; the rest are enquiries."
      flush
    >
      <Table.ScrollContainer minWidth={980}>
        <Table horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th miw={120}>Label</Table.Th>
              <Table.Th miw={120}>Source</Table.Th>
              <Table.Th>From opened to admitted</Table.Th>
              {['Opened', 'Begun', 'Sent', 'Enquiries', 'Visits', 'Admitted'].map((head) => (
                <Table.Th key={head} ta="end">
                  {head}
                </Table.Th>
              ))}
              <Table.Th>State</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const key = keyOf(row);
              const [tone, word] = states[row.state];
              return (
                <Table.Tr key={key} {...(key === chosen ? { bg: 'var(--a-shipped-tint)' } : {})}>
                  <Table.Td>
                    <Text fw={500}>{row.label}</Text>
                    <Text fz="sm" className="quiet">
                      {[several ? row.centreName : null, row.placement && placements[row.placement]]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {row.sourceName}
                    <Text fz="sm" className="quiet">
                      {[row.campaign, row.expiresOn && `until ${formatDay(row.expiresOn)}`]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Funnel row={row} />
                  </Table.Td>
                  <Table.Td ta="end" className="figures" title={`${formatCount(row.scans)} of them scanned`}>
                    {formatCount(row.opens)}
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    {formatCount(row.starts)}
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    {formatCount(row.submits)}
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    <Enquiries row={row} n={row.enquiries} />
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    <Enquiries row={row} n={row.visits} more={{ visited: true }} />
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    <Enquiries row={row} n={row.admitted} more={{ spancoStatus: 'Order' }} />
                  </Table.Td>
                  <Table.Td>
                    <Tag tone={tone}>{word}</Tag>
                  </Table.Td>
                  <Table.Td>
                    <Group gap="xs" wrap="nowrap">
                      <Button size="compact-sm" variant="default" onClick={() => onChoose(row)}>
                        Show
                      </Button>
                      {mayWrite && row.id !== null && <Pause row={{ ...row, id: row.id }} />}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

/** Enquiries of a code; the header's year decides which of them the list shows. */
function Enquiries({
  row,
  n,
  more = {},
}: {
  row: CodeRow;
  n: number;
  more?: Record<string, string | boolean>;
}) {
  const to = listLink('/forms/enquiry/list', {
    ...(row.id === null ? { source: row.sourceId, sourceLink: 'none' } : { sourceLink: row.id }),
    ...more,
  });
  return (
    <Link to={to} style={{ color: 'inherit' }}>
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

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { daysBetween } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Stack, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { academicsModules } from '../modules.ts';
import { type TermRow, termContract } from './term.contract.ts';

type Terms = OutputOf<typeof termContract.list>;

/** /terms/term-details: the year of each class as a bar, and every term with its dates. */
export function TermList() {
  const query = useQuery(termContract.list, {});
  return (
    <PageFrame
      title="Terms"
      count={query.data?.rows.length}
      context="centre-year"
      {...(query.data?.can['add']
        ? { primary: { label: 'Add term', to: '/terms/add-term', icon: <IconPlus {...icon} /> } }
        : {})}
    >
      <QueryState query={query}>
        {(terms) =>
          terms.rows.length === 0 ? (
            <EmptyState
              title={`No terms in ${terms.year.label} yet`}
              help={
                terms.can['add']
                  ? 'Add a term for several classes at once.'
                  : 'Head office adds the terms of the network.'
              }
            />
          ) : (
            <Stack gap="md">
              <YearBars terms={terms} />
              <TermTable rows={terms.rows} />
            </Stack>
          )
        }
      </QueryState>
    </PageFrame>
  );
}

/** The page of a term opens for whoever may change terms. */
const useMayChange = (): boolean => useSession().holds(academicsModules.Terms, true);

const barStyle = (from: number, share: number): CSSProperties => ({
  position: 'absolute',
  insetBlock: 0,
  insetInlineStart: `${from * 100}%`,
  width: `calc(${share * 100}% - 2px)`,
  padding: '2px 8px',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  color: 'inherit',
  fontSize: 'var(--mantine-font-size-sm)',
  background: 'var(--mantine-color-blue-light)',
  border: '1px solid var(--a-line)',
});

function YearBars({ terms: { year, rows } }: { terms: Terms }) {
  const changes = useMayChange();
  const length = daysBetween(year.from, year.to) + 1;
  const classes = [...new Map(rows.map((row) => [row.classId, row.className]))];
  return (
    <Section title={year.label}>
      <Stack gap={8}>
        {classes.map(([classId, name]) => (
          <div key={classId}>
            <Text size="sm">{name}</Text>
            <div
              style={{ position: 'relative', height: 24, background: 'var(--mantine-color-default-hover)' }}
            >
              {rows
                .filter((row) => row.classId === classId)
                .map((row) => {
                  const bar = {
                    title: `${row.name}: ${formatDay(row.fromOn)} to ${formatDay(row.toOn)}`,
                    style: barStyle(
                      daysBetween(year.from, row.fromOn) / length,
                      (daysBetween(row.fromOn, row.toOn) + 1) / length,
                    ),
                  };
                  return changes ? (
                    <Link key={row.id} to={`/terms/edit-term/${row.id}`} {...bar}>
                      {row.name}
                    </Link>
                  ) : (
                    <div key={row.id} {...bar}>
                      {row.name}
                    </div>
                  );
                })}
            </div>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function TermTable({ rows }: { rows: readonly TermRow[] }) {
  const changes = useMayChange();
  return (
    <Section title="All terms" flush>
      <Table.ScrollContainer minWidth={760}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['Class', 'Term', 'From', 'To', 'Grades from', 'Grades to', 'Report cards', 'Set by'].map(
                (label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>{row.className}</Table.Td>
                <Table.Td>
                  {changes ? (
                    <Anchor component={Link} to={`/terms/edit-term/${row.id}`}>
                      {row.name}
                    </Anchor>
                  ) : (
                    row.name
                  )}
                </Table.Td>
                {[row.fromOn, row.toOn, row.entryFrom, row.entryTo, row.publishOn].map((day, index) => (
                  <Table.Td key={index}>
                    <DateText day={day} />
                  </Table.Td>
                ))}
                <Table.Td>
                  {row.network ? (
                    <>
                      <Tag tone="info">This centre</Tag>
                      <Text size="sm" c="dimmed">
                        {row.reason}
                      </Text>
                    </>
                  ) : (
                    <Tag tone="neutral">Head office</Tag>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

import { addMonths } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthSteps, thisMonth, useMonth } from '@aangan/web/calendar/month-steps.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { leaveContract } from './leave.contract.ts';

const halfWord = { FN: 'Morning', AN: 'Afternoon', DAY: 'Whole day' } as const;

/** Everybody's leave of a month by day: approved, and asked for. */
export function WhoIsAway() {
  const [month, choose] = useMonth();
  const query = useQuery(leaveContract.away, { month }, { keepPrevious: true });
  return (
    <Section
      title="Who is away"
      flush
      actions={
        <MonthSteps month={month} onChange={choose} last={addMonths(`${thisMonth()}-01`, 12).slice(0, 7)} />
      }
    >
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="Nobody is away this month" />
          ) : (
            <Table.ScrollContainer minWidth={420}>
              <Table>
                <Table.Tbody>
                  {[...Map.groupBy(rows, (row) => row.day)].map(([day, people]) => (
                    <Table.Tr key={day}>
                      <Table.Td style={{ verticalAlign: 'top', whiteSpace: 'nowrap' }}>
                        {formatDay(day)}
                      </Table.Td>
                      <Table.Td>
                        {people.map((row) => (
                          <Text key={row.requestId} size="sm" component="div">
                            <Anchor component={Link} to={`/staff/leaveView/${row.requestId}`}>
                              {row.name}
                            </Anchor>
                            {` · ${row.type} · ${halfWord[row.half]} `}
                            {row.status === 'APPROVED' ? null : (
                              <StatusTag area="leave-request" state={row.status} />
                            )}
                          </Text>
                        ))}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </QueryState>
    </Section>
  );
}

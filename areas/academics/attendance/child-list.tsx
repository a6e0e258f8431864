import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import { attendanceContract } from './attendance.contract.ts';

const words = {
  ABSENT: {
    title: 'Absent for three working days or longer',
    days: 'Days absent',
    empty: 'Nobody is absent for three working days',
  },
  LOW: {
    title: 'Attendance below 75 % over the last 60 marked days',
    days: 'Days marked',
    empty: 'Nobody is below 75 %',
  },
} as const;

/** Children whose family somebody should call. */
export function ChildList({ list }: { list: keyof typeof words }) {
  const query = useQuery(attendanceContract.children, { list });
  const say = words[list];
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title={say.empty} />
        ) : (
          <Section title={say.title} flush>
            <Table.ScrollContainer minWidth={560}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {['Child', 'Section', say.days, 'Attendance', 'Last here'].map((label) => (
                      <Table.Th key={label}>{label}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.enrolmentId}>
                      <Table.Td>
                        <Anchor component={Link} to={`/attendance/report/${row.enrolmentId}`}>
                          {row.name}
                        </Anchor>
                      </Table.Td>
                      <Table.Td>{row.section}</Table.Td>
                      <Table.Td className="figures">{row.days}</Table.Td>
                      <Table.Td className="figures">
                        {row.rateBp === null ? '–' : formatPercent(row.rateBp)}
                      </Table.Td>
                      <Table.Td>
                        <DateText day={row.lastPresent} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Section>
        )
      }
    </QueryState>
  );
}

import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Table } from '@mantine/core';
import { enquiryWorkContract } from './enquiry-work.contract.ts';
import type { WorkingTabProps } from './working-enquiry.ts';

const FEW = 3;

/** What is free, the wished class first: a counsellor sells with seats. */
export function SeatsTab({ enquiry }: WorkingTabProps) {
  const seats = useQuery(enquiryWorkContract.seats, { enquiryId: enquiry.id });
  return (
    <QueryState query={seats}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No limits are set"
            help="Seats of a class are set on the seat board of admissions."
          />
        ) : (
          <Table fz="sm" verticalSpacing="xs">
            <Table.Tbody>
              {rows
                .toSorted((a, b) => Number(b.wished) - Number(a.wished))
                .map((row) => (
                  <Table.Tr key={row.classId}>
                    <Table.Td fw={row.wished ? 600 : 400}>{row.className}</Table.Td>
                    <Table.Td ta="right">
                      {row.left === 0 ? (
                        <Tag tone="danger">Full</Tag>
                      ) : (
                        <Tag tone={row.left <= FEW ? 'warning' : 'success'}>
                          {`${formatCount(row.left)} left`}
                        </Tag>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
        )
      }
    </QueryState>
  );
}

import { useQuery } from '@aangan/web/api/use-query.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { academicYearContract } from '../academic-year/academic-year.contract.ts';

/** Years make themselves on 1 November and are never edited. */
export function YearsTab({ tabs }: { tabs: ReactNode }) {
  const query = useQuery(academicYearContract.list, {});
  return (
    <PageFrame title="Academic years">
      {tabs}
      <Section
        title="Academic years"
        help="April to March. The next year is made on 1 November and becomes the latest on 1 December."
        flush
      >
        <QueryState query={query}>
          {({ rows }) => (
            <Table.ScrollContainer minWidth={420}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Year</Table.Th>
                    <Table.Th>From</Table.Th>
                    <Table.Th>To</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Td>{row.academicYear}</Table.Td>
                      <Table.Td>
                        <DateText day={row.startsOn} />
                      </Table.Td>
                      <Table.Td>
                        <DateText day={row.endsOn} />
                      </Table.Td>
                      <Table.Td>
                        {row.isCurrent ? <Tag tone="success">current</Tag> : null}{' '}
                        {row.isLatest && !row.isCurrent ? <Tag tone="info">latest</Tag> : null}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </QueryState>
      </Section>
    </PageFrame>
  );
}

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { academicYearContract } from '../academic-year/academic-year.contract.ts';

type Year = OutputOf<typeof academicYearContract.register>['rows'][number];

const states = {
  ENDED: { tone: 'neutral', label: 'Ended' },
  CURRENT: { tone: 'success', label: 'Current year' },
  NEXT: { tone: 'info', label: 'Open for admissions' },
} as const;

/** The years with their state; the next one opens by itself on 1 November, or earlier here. */
export function YearsTab({ tabs }: { tabs: ReactNode }) {
  const query = useQuery(academicYearContract.register, {});
  const confirm = useConfirm();
  const open = useCommand(academicYearContract.openNext, {
    refresh: ['academic-year'],
    onDone: ({ academicYear, centres }) =>
      notice.ok(`${academicYear} is open at ${formatCount(centres)} centres.`),
    onError: (error) => notice.error(error),
  });
  const next = query.data?.can['openNext'] ? query.data.next : null;
  const ask = async (year: NonNullable<typeof next>) => {
    const agreed = await confirm({
      title: `Create ${year.academicYear}?`,
      text: 'All active centres and those in set-up can plan fees, enter enquiries and admit children for it at once. A year cannot be removed.',
      confirm: 'Create year',
    });
    if (agreed) await open.run({ id: year.id });
  };
  return (
    <PageFrame
      title="Academic years"
      count={query.data?.rows.length}
      {...(next
        ? {
            primary: {
              label: `Create ${next.academicYear}`,
              run: () => void ask(next),
              icon: <IconPlus {...icon} />,
            },
          }
        : {})}
    >
      {tabs}
      <Section
        title="Academic years"
        help="April to March. The next year opens at all running centres on 1 November and becomes the latest on 1 December."
        flush
      >
        <QueryState query={query}>
          {({ rows }) => (
            <Table.ScrollContainer minWidth={560}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Year</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th>From</Table.Th>
                    <Table.Th>To</Table.Th>
                    <Table.Th>Centres</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <YearRow key={row.id} year={row} />
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

function YearRow({ year }: { year: Year }) {
  const { tone, label } = states[year.state];
  return (
    <Table.Tr>
      <Table.Td className="figures">{year.academicYear}</Table.Td>
      <Table.Td>
        <Tag tone={tone}>{label}</Tag>{' '}
        {year.isLatest && !year.isCurrent ? <Tag tone="info">Latest</Tag> : null}
        {year.state === 'NEXT' && year.openedOn ? (
          <Text size="sm" c="dimmed">
            since <DateText day={year.openedOn} />
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        <DateText day={year.startsOn} />
      </Table.Td>
      <Table.Td>
        <DateText day={year.endsOn} />
      </Table.Td>
      <Table.Td>
        {[
          year.openCentres > 0 ? `${formatCount(year.openCentres)} open` : null,
          year.closedCentres > 0 ? `${formatCount(year.closedCentres)} closed` : null,
        ]
          .filter(Boolean)
          .join(', ') || '–'}
      </Table.Td>
    </Table.Tr>
  );
}

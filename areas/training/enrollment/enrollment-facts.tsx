import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Group, Text } from '@mantine/core';
import { progressText } from '../progress/progress-text.ts';
import '../training-look.tsx';
import '../training-look.tsx';
import type { enrollmentContract as contract } from './enrollment.contract.ts';
import { sources } from './enrollment.listing.ts';

export type Enrollment = OutputOf<typeof contract.get>;

/** What stands of an enrolment, and what else the person learns. */
export const EnrollmentFacts = ({ row }: { row: Enrollment }) => (
  <>
    <Section>
      <Facts
        items={[
          { label: 'Status', value: <StatusTag area="teacher-enrollment" state={row.status} /> },
          { label: 'Staff', value: `${row.staff}, ${row.employeeCode}` },
          { label: 'Centre', value: row.centre },
          { label: 'Module', value: `${row.module}, edition ${row.edition}` },
          { label: 'How', value: sources[row.source] },
          {
            label: 'Requested',
            value: (
              <>
                {row.requestedByName ?? '–'}, <InstantText at={row.requestedAt} />
              </>
            ),
          },
          { label: 'Due', value: row.dueOn === null ? null : <DateText day={row.dueOn} /> },
          { label: 'Progress', value: progressText(row.progressBp) },
          {
            label: 'Best score',
            hidden: row.bestScoreBp === null,
            value: formatPercent(row.bestScoreBp ?? 0),
          },
          { label: 'Reason', hidden: row.reason === null, value: row.reason },
          { label: 'Note', hidden: row.note === null, value: row.note },
        ]}
      />
      {row.moduleDescription ? (
        <Text size="sm" c="dimmed" mt="md">
          {row.moduleDescription}
        </Text>
      ) : null}
    </Section>
    <Section title="Other modules of this person">
      {row.others.length === 0 ? <Text c="dimmed">None.</Text> : null}
      {row.others.map((one) => (
        <Line key={one.id} end={<StatusTag area="teacher-enrollment" state={one.status} />}>
          <Group gap="xs">
            <Text>{one.module}</Text>
            {one.dueOn === null ? null : (
              <Text size="sm" c="dimmed">
                due <DateText day={one.dueOn} />
              </Text>
            )}
          </Group>
        </Line>
      ))}
    </Section>
  </>
);

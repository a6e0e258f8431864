// One household: each child is an enquiry of its own, with its own stage; and who of the family studies here already.
import { dayColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ageText } from '../enquiry/enquiry-look.tsx';
import type { EnquiryFull, KnownEnquiry } from '../enquiry/enquiry-row.ts';

type FamilyOf = Pick<EnquiryFull, keyof KnownEnquiry | 'stage' | 'family' | 'students' | 'contacts'>;

const labels: Readonly<Record<string, string>> = {
  MOTHER: 'Mother',
  FATHER: 'Father',
  GUARDIAN: 'Guardian',
  OTHER: 'Other',
};

export function FamilyPanel({ enquiry }: { enquiry: FamilyOf }) {
  const children: readonly KnownEnquiry[] = [enquiry, ...enquiry.family];
  return (
    <Stack gap="md">
      <ShortTable
        label="Children"
        rows={children}
        keyOf={(child) => child.id}
        minWidth={420}
        columns={[
          {
            id: 'child',
            label: 'Child',
            cell: (child) =>
              child.id === enquiry.id ? (
                <b>{child.childName}</b>
              ) : (
                <Anchor component={Link} to={`/forms/edit/${child.enquiryCode}`}>
                  {child.childName}
                </Anchor>
              ),
            second: (child) =>
              [
                child.className,
                ageText(child.childDob),
                `${child.academicYearId}-${child.academicYearId + 1}`,
              ]
                .filter(Boolean)
                .join(' · '),
          },
          stateColumn<KnownEnquiry>('enquiry', (child) => child.spancoStatus, {
            label: 'Stage',
            second: (child) => child.stage,
          }),
          dayColumn<KnownEnquiry>('next', 'Next', (child) => child.nextFollowUpOn),
          textColumn<KnownEnquiry>('owner', 'Owner', (child) => child.ownerName ?? 'Nobody'),
        ]}
      />
      {enquiry.students.map((family) => (
        <Group key={family.familyId} gap="xs">
          <Tag tone="success">Studies here</Tag>
          <Text size="sm">{family.children.length > 0 ? family.children.join(', ') : family.name}</Text>
        </Group>
      ))}
      <Stack gap={4}>
        {enquiry.contacts.map((one) => (
          <Group key={`${one.kind} ${one.value}`} gap="xs">
            <Text size="sm" className="quiet" w={72}>
              {labels[one.label] ?? one.label}
            </Text>
            {one.kind === 'PHONE' ? <PhoneText phone={one.value} /> : <EmailText email={one.value} />}
            {one.bad && <Tag tone="danger">Wrong number</Tag>}
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}

// One household: each child is an enquiry of its own, with its own stage; and who of the family studies here already.
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ageText } from '../enquiry/enquiry-look.tsx';
import type { KnownEnquiry } from '../enquiry/enquiry-row.ts';

interface FamilyOf {
  id: string;
  enquiryCode: string;
  childName: string;
  childDob: string | null;
  className: string | null;
  academicYearId: number;
  spancoStatus: string;
  stage: string;
  ownerName: string | null;
  guardianName: string;
  nextFollowUpOn: string | null;
  family: readonly KnownEnquiry[];
  students: readonly { familyId: string; name: string; children: readonly string[] }[];
  contacts: readonly { kind: string; value: string; label: string; bad: boolean }[];
}

const labels: Readonly<Record<string, string>> = {
  MOTHER: 'Mother',
  FATHER: 'Father',
  GUARDIAN: 'Guardian',
  OTHER: 'Other',
};

export function FamilyPanel({ enquiry }: { enquiry: FamilyOf }) {
  const children = [enquiry, ...enquiry.family];
  return (
    <Stack gap="md">
      <Table.ScrollContainer minWidth={420}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Child</Table.Th>
              <Table.Th>Stage</Table.Th>
              <Table.Th>Next</Table.Th>
              <Table.Th>Owner</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {children.map((child) => (
              <Table.Tr key={child.id}>
                <Table.Td>
                  {child.id === enquiry.id ? (
                    <b>{child.childName}</b>
                  ) : (
                    <Anchor component={Link} to={`/forms/edit/${child.enquiryCode}`}>
                      {child.childName}
                    </Anchor>
                  )}
                  <Text size="xs" className="quiet">
                    {[
                      child.className,
                      ageText(child.childDob),
                      `${child.academicYearId}-${child.academicYearId + 1}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <StatusTag area="enquiry" state={child.spancoStatus} />
                  <Text size="xs" className="quiet">
                    {child.stage}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <DateText day={child.nextFollowUpOn} />
                </Table.Td>
                <Table.Td>{child.ownerName ?? 'Nobody'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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

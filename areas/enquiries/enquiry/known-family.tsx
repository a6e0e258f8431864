import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { enquiryContract } from './enquiry.contract.ts';
import { sessionText } from './enquiry-fields.ts';

/** What this centre knows of the number: the duplicate hint, with the names that need not be typed again. */
export function KnownFamily({ mobile }: { mobile: string }) {
  const form = useFormModel();
  const norm = phoneNormAnyCountry(mobile);
  const known = useQuery(
    enquiryContract.familyAt,
    { mobile: norm ?? '' },
    { enabled: norm !== null, background: true },
  );
  if (!norm || !known.data) return null;
  const { rows, students } = known.data;
  const parent = rows[0]?.guardianName;
  if (rows.length === 0 && students.length === 0)
    return (
      <Text fz="sm" className="quiet">
        This number is new here.
      </Text>
    );
  return (
    <Alert color="info" variant="light" title="This family is known here">
      <Stack gap="xs">
        {rows.map((row) => (
          <Group key={row.id} gap="sm">
            <Anchor component={Link} to={`/forms/edit/${row.enquiryCode}`}>
              {row.childName}
            </Anchor>
            <Text fz="sm">
              {[row.className, sessionText(row.sessionWish), row.enquiryCode, row.ownerName]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <StatusTag area="enquiry" state={row.spancoStatus} />
          </Group>
        ))}
        {students.map((family) => (
          <Text key={family.familyId} fz="sm">
            <Tag tone="success">Studies here</Tag> {family.children.join(', ') || family.name}
          </Text>
        ))}
        <Text fz="sm" className="quiet">
          The same child becomes a note on the existing enquiry; a brother or sister becomes an enquiry of
          this family.
        </Text>
        {parent && !form.values['guardianName'] && (
          <Group>
            <Button variant="default" size="compact-md" onClick={() => form.set('guardianName', parent)}>
              Add a child to this family
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

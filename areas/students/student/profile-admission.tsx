import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { admissionContract } from '../../admissions/admission/admission.contract.ts';
import { sessionLabels } from './student-look.tsx';

/** How this child came in; imported children have no form on file. */
export function ProfileAdmission({ admissionId }: { admissionId: string }) {
  const query = useQuery(admissionContract.get, { id: admissionId });
  if (query.error?.status === 404)
    return <EmptyState title="Admitted before this system" help="There is no form on file." />;
  return (
    <QueryState query={query}>
      {(admission) => (
        <Stack gap="lg">
          <Section
            title="Admission"
            actions={
              <Anchor component={Link} to={`/forms/admission/list?admission=${admission.id}`} size="sm">
                Open the admission
              </Anchor>
            }
          >
            <Facts
              items={[
                { label: 'Admission no.', value: admission.admissionNo },
                {
                  label: 'Confirmed',
                  value: admission.confirmedAt ? <DateText day={dayOf(admission.confirmedAt)} /> : null,
                },
                { label: 'First day', value: <DateText day={admission.startOn} /> },
                {
                  label: 'Class',
                  value: `${admission.className} · ${sessionLabels[admission.daySession] ?? ''}`,
                },
                { label: 'Application', value: admission.applicationNo },
                {
                  label: 'Enquiry',
                  value: admission.enquiryCode ? (
                    <Anchor component={Link} to={`/forms/edit/${admission.enquiryCode}`} size="sm">
                      {admission.enquiryCode}
                    </Anchor>
                  ) : null,
                },
              ]}
            />
          </Section>
          <Section title="What was checked" help="As the checklist stands today">
            <Stack gap={4}>
              {admission.checklist.map((line) => (
                <Text key={line.key} size="sm" {...(line.ok ? {} : { c: 'dimmed' })}>
                  {line.ok ? '✓' : '·'} {line.text}
                </Text>
              ))}
            </Stack>
          </Section>
        </Stack>
      )}
    </QueryState>
  );
}

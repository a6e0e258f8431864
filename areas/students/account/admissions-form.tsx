import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { formContract } from '../../admissions/form/form.contract.ts';
import { admissionsFormContract } from './admissions-form.contract.ts';

const states = {
  VERIFIED: ['success', 'Verified'],
  UPLOADED: ['info', 'To verify'],
  REJECTED: ['danger', 'Rejected'],
  WAIVED: ['neutral', 'Waived'],
} as const;

/** /students/admissions-form/{admissionID} */
export function AdmissionsForm() {
  const { admissionID = '' } = useParams();
  const { holds } = useSession();
  const query = useQuery(admissionsFormContract.get, { id: admissionID });
  const pdf = useCommand(formContract.pdf, { onError: notice.error });
  const form = query.data?.form ?? null;
  return (
    <PageFrame
      title={query.data ? `Admission form of ${query.data.name}` : 'Admission form'}
      context="centre"
      menu={[
        { label: 'Print', run: () => window.print(), hidden: form === null },
        {
          label: 'Student',
          to: `/students/edit/${query.data?.studentId ?? ''}`,
          hidden: !query.data || !holds('student', true),
        },
      ]}
      // The PDF carries the sensitive answers too, so it is for who works with the forms.
      primary={
        form && holds('AdmissionForm')
          ? {
              label: 'Download PDF',
              run: async () => {
                const file = await pdf.run({ kind: 'ADMISSION', id: form.admissionId });
                if (file) window.location.assign(file.url);
              },
            }
          : undefined
      }
    >
      <QueryState query={query}>
        {(data) =>
          data.form ? (
            <Stack gap="md">
              <Section title="Handed in">
                <Facts
                  items={[
                    { label: 'Admission number', value: data.form.number ?? '–' },
                    { label: 'Class', value: data.className ?? '–' },
                    { label: 'Handed in', value: <InstantText at={data.form.submittedAt} /> },
                    { label: 'Signed by', value: data.form.signedBy },
                    { label: 'Questions of version', value: data.form.formVersion },
                  ]}
                />
              </Section>
              <Section title="Answers" help="Health and other sensitive answers stand in the PDF only.">
                <Facts items={data.form.answers.map(({ label, text }) => ({ label, value: text }))} />
              </Section>
              <Section title="Documents">
                <Stack gap="xs">
                  {data.documents.length === 0 ? <Text c="dimmed">No documents were added.</Text> : null}
                  {data.documents.map((one) => (
                    <Group key={one.id} justify="space-between">
                      <Text>{[one.label, one.fileName].filter(Boolean).join(' · ')}</Text>
                      <Tag tone={states[one.status][0]}>{states[one.status][1]}</Tag>
                    </Group>
                  ))}
                </Stack>
              </Section>
            </Stack>
          ) : (
            <EmptyState
              title="Admitted before this system; no form on file."
              help="The documents of the child stand on its own page."
            />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

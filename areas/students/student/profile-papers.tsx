import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { FileVerdict } from '@aangan/web/ui/file-verdict.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { ChildPeople } from '../guardian/child-people.tsx';
import { documentKinds, studentFileContract } from './student-file.contract.ts';

const kindLabels: Readonly<Record<string, string>> = {
  CHILD_PHOTO: 'Photo of the child',
  BIRTH_CERTIFICATE: 'Birth certificate',
  IMMUNISATION: 'Immunisation card',
  PARENT_ID: 'Identity card of a parent',
  ADDRESS_PROOF: 'Proof of address',
  PREVIOUS_REPORT: 'Report of the previous school',
  MEDICAL: 'Medical document',
  COURT_ORDER: 'Court order',
  PASSPORT_VISA: 'Passport and visa',
  LEAVING_CERTIFICATE: 'Leaving certificate',
  OTHER: 'Other document',
};
const states = {
  UPLOADED: ['warning', 'To look at'],
  VERIFIED: ['success', 'Verified'],
  REJECTED: ['danger', 'Rejected'],
} as const;

export function ProfilePapers({ studentId }: { studentId: string }) {
  const { holds } = useSession();
  const query = useQuery(studentFileContract.papers, { studentId }, { fresh: 0 });
  const [rejecting, setRejecting] = useState<string | null>(null);
  const [looking, setLooking] = useState<string | null>(null);
  const reload = () => void query.refetch();
  const addressOf = async (id: string) =>
    (await query.refetch()).data?.rows.find((one) => one.id === id)?.url;
  const decide = useCommand(studentFileContract.decide, {
    onDone: reload,
    onError: (error) => notice.error(error),
  });
  return (
    <QueryState query={query}>
      {(file) => (
        <Stack gap="lg">
          {file.hasAllergy ? (
            <Alert color="danger" title="Allergy">
              This child has an allergy. Ask the class teacher or the centre head for the details.
            </Alert>
          ) : null}
          <Section title="Documents" flush={file.rows.length > 0}>
            {file.rows.length === 0 ? (
              <EmptyState
                title="No documents yet"
                help="Documents of the admission forms come here by themselves."
              />
            ) : (
              <Table.ScrollContainer minWidth={560}>
                <Table horizontalSpacing="md">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Document</Table.Th>
                      <Table.Th>Status</Table.Th>
                      <Table.Th>Added</Table.Th>
                      <Table.Th>Ends</Table.Th>
                      <Table.Th />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {file.rows.map((row) => (
                      <Table.Tr key={row.id}>
                        <Table.Td>
                          <FileLink name={row.fileName} address={() => addressOf(row.id)}>
                            {kindLabels[row.kind] ?? row.kind}
                          </FileLink>
                          <Text size="xs" c="dimmed">
                            {row.reason ?? row.fileName}
                          </Text>
                        </Table.Td>
                        <Table.Td>
                          <Tag tone={states[row.status as keyof typeof states][0]}>
                            {states[row.status as keyof typeof states][1]}
                          </Tag>
                          {row.verifiedBy ? (
                            <Text size="xs" c="dimmed">
                              {row.verifiedBy}
                            </Text>
                          ) : null}
                        </Table.Td>
                        <Table.Td>
                          <InstantText at={row.uploadedAt} />
                          <Text size="xs" c="dimmed">
                            {row.uploadedBy ?? 'The family'}
                          </Text>
                        </Table.Td>
                        <Table.Td>
                          <DateText day={row.expiresOn} />
                        </Table.Td>
                        <Table.Td ta="end">
                          {row.can['decide'] ? (
                            <Button size="compact-sm" onClick={() => setLooking(row.id)}>
                              Check
                            </Button>
                          ) : null}
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            )}
          </Section>
          {holds('student', true) ? <AddPaper studentId={studentId} onAdded={reload} /> : null}
          <ChildPeople studentId={studentId} people={file.people} may={holds('student', true)} />
          {file.rows
            .filter((row) => row.id === looking)
            .map((row) => (
              <FileVerdict
                key={row.id}
                title={`Verify: ${kindLabels[row.kind] ?? row.kind}`}
                name={row.fileName}
                address={() => addressOf(row.id)}
                error={decide.error}
                running={decide.running}
                onRight={async () => {
                  if (await decide.run({ id: row.id, ok: true })) setLooking(null);
                }}
                onReject={() => {
                  setRejecting(row.id);
                  setLooking(null);
                }}
                onClose={() => setLooking(null)}
              />
            ))}
          <ConfirmDialog
            opened={rejecting !== null}
            onClose={() => setRejecting(null)}
            title="Reject this document?"
            confirm="Reject document"
            danger
            reason={{ label: 'What is wrong with it?', required: true, max: 200 }}
            run={async (reason) => {
              if (rejecting && (await decide.run({ id: rejecting, ok: false, reason })) === null)
                throw decide.error ?? new Error('This did not work. Try again.');
            }}
          />
        </Stack>
      )}
    </QueryState>
  );
}

function AddPaper({ studentId, onAdded }: { studentId: string; onAdded: () => void }) {
  const [kind, setKind] = useState<string>('OTHER');
  const add = useCommand(studentFileContract.add, {
    onDone: () => {
      notice.ok('The document is added. Another person verifies it.');
      onAdded();
    },
    onError: (error) => notice.error(error),
  });
  return (
    <Section title="Add a document">
      <Stack gap="md" maw={640}>
        <FieldInput
          kind="choice"
          label="What is it?"
          value={kind}
          options={documentKinds.map((value) => ({ value, label: kindLabels[value] ?? value }))}
          onChange={(value) => setKind(String(value ?? 'OTHER'))}
        />
        <UploadField
          value={null}
          accept={['pdf', 'jpg', 'png', 'webp']}
          onChange={(fileId, name) => {
            const chosen = documentKinds.find((one) => one === kind) ?? 'OTHER';
            if (fileId) void add.run({ studentId, kind: chosen, fileId, fileName: name ?? 'Document' });
          }}
        />
      </Stack>
    </Section>
  );
}

export function ProfileHistory({ studentId }: { studentId: string }) {
  const query = useQuery(studentFileContract.history, { studentId });
  return (
    <Section title="History" help="Who changed what; the values stand in the change audit.">
      <QueryState query={query}>
        {({ rows }) => (
          <TimelineList
            empty="Nothing has been changed since this child came in."
            items={rows.map((row) => ({
              at: row.at,
              who: row.who ?? 'Aangan',
              what: row.what,
              ...(row.fields.length ? { note: row.fields.join(', ') } : {}),
            }))}
          />
        )}
      </QueryState>
    </Section>
  );
}

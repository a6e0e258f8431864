import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { FileVerdict } from '@aangan/web/ui/file-verdict.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FormAnswers } from '../form/answers.ts';
import { formContract, type ShownSlot } from '../form/form.contract.ts';
import type { FormKind } from '../form/form-pages.ts';
import { documentAddress } from './document-list.tsx';

type Paper = ShownSlot['documents'][number] & { slot: ShownSlot['slot']; label: string };

const states = {
  UPLOADED: ['warning', 'To look at'],
  VERIFIED: ['success', 'Verified'],
  REJECTED: ['danger', 'Rejected'],
  WAIVED: ['neutral', 'Waived'],
} as const;

/** The papers of a form with what somebody of the centre said of each; the one who uploaded is not asked. */
export function CheckPapers({ kind, id, onChanged }: { kind: FormKind; id: string; onChanged: () => void }) {
  const query = useQuery(formContract.open, { kind, id }, { fresh: 0 });
  const [looking, setLooking] = useState<Paper | null>(null);
  const [rejecting, setRejecting] = useState<Paper | null>(null);
  const changed = () => {
    void query.refetch();
    onChanged();
  };
  const addressOf = async (id: string) => documentAddress((await query.refetch()).data?.slots ?? [], id);
  const add = useCommand(formContract.addDocument, {
    onDone: changed,
    onError: (error) => notice.error(error),
  });
  const reject = useCommand(formContract.rejectDocument, { onDone: changed });
  return (
    <Section
      title="Documents"
      help="A birth certificate is read twice: type the date as it stands on the paper."
    >
      <QueryState query={query}>
        {(form) => (
          <Stack gap="md">
            {form.slots.map((slot) => (
              <Stack key={slot.slot} gap={4} role="group" aria-label={slot.label}>
                <Group justify="space-between" wrap="nowrap">
                  <Text size="sm" fw={500}>
                    {slot.label}
                  </Text>
                  {slot.documents.length === 0 ? (
                    <Tag tone={slot.required ? 'warning' : 'neutral'}>
                      {slot.required ? 'Missing' : 'Optional'}
                    </Tag>
                  ) : null}
                </Group>
                {slot.documents.map((one) => (
                  <Group key={one.id} justify="space-between">
                    <Group gap="xs">
                      {one.url ? (
                        <FileLink name={one.fileName ?? slot.label} address={() => addressOf(one.id)}>
                          {one.fileName ?? 'Open'}
                        </FileLink>
                      ) : null}
                      {slot.verify || one.status !== 'UPLOADED' ? (
                        <Tag tone={states[one.status][0]}>{states[one.status][1]}</Tag>
                      ) : (
                        <Tag tone="neutral">Received</Tag>
                      )}
                      {one.reason ? (
                        <Text size="xs" c="dimmed">
                          {one.reason}
                        </Text>
                      ) : null}
                    </Group>
                    {slot.verify && one.status === 'UPLOADED' ? (
                      <Button
                        size="compact-sm"
                        onClick={() => setLooking({ ...one, slot: slot.slot, label: slot.label })}
                      >
                        Check
                      </Button>
                    ) : null}
                  </Group>
                ))}
                {form.can['fill'] && slot.documents.length < slot.files ? (
                  <UploadField
                    value={null}
                    accept={slot.accept}
                    maxMb={slot.maxMb}
                    onChange={(fileId, name) => {
                      if (fileId)
                        void add.run({ kind, id, slot: slot.slot, fileId, fileName: name ?? slot.label });
                    }}
                  />
                ) : null}
              </Stack>
            ))}
          </Stack>
        )}
      </QueryState>
      {looking ? (
        <LookAt
          paper={looking}
          answers={query.data?.answers ?? {}}
          address={() => addressOf(looking.id)}
          onReject={() => {
            setRejecting(looking);
            setLooking(null);
          }}
          onClose={() => setLooking(null)}
          onDone={changed}
        />
      ) : null}
      <ConfirmDialog
        opened={rejecting !== null}
        onClose={() => setRejecting(null)}
        title={`Reject: ${rejecting?.label ?? ''}`}
        confirm="Reject document"
        danger
        reason={{ label: 'What is wrong with it?', required: true, max: 200 }}
        run={async (reason) => {
          if (rejecting && (await reject.run({ id: rejecting.id, reason })) === null)
            throw reject.error ?? new Error('This did not work. Try again.');
        }}
      />
    </Section>
  );
}

interface LookAtProps {
  paper: Paper;
  answers: Partial<FormAnswers>;
  address: () => Promise<string | null | undefined>;
  onReject: () => void;
  onClose: () => void;
  onDone: () => void;
}

/** The document beside the form: what the family typed, and what has to be typed from it. */
function LookAt({ paper, answers, address, onReject, onClose, onDone }: LookAtProps) {
  const [dateOfBirth, setDateOfBirth] = useState<string | null>(null);
  const verify = useCommand(formContract.verifyDocument, {
    onDone: () => {
      notice.ok('Verified.');
      onDone();
      onClose();
    },
  });
  const certificate = paper.slot === 'BIRTH_CERTIFICATE';
  return (
    <FileVerdict
      title={`Verify: ${paper.label}`}
      name={paper.fileName ?? paper.label}
      address={address}
      incomplete={certificate && !dateOfBirth}
      error={verify.error}
      running={verify.running}
      onRight={() => void verify.run({ id: paper.id, ...(dateOfBirth ? { dateOfBirth } : {}) })}
      onReject={onReject}
      onClose={onClose}
    >
      <Facts
        items={[
          { label: 'Child', value: answers.childName ?? '–' },
          // Typed anew from the certificate, so it is not shown beside it.
          {
            label: 'Born',
            value: answers.dateOfBirth ? formatDate(answers.dateOfBirth) : '–',
            hidden: certificate,
          },
          { label: 'Place of birth', value: answers.placeOfBirth, hidden: !answers.placeOfBirth },
          { label: 'Parent', value: answers.parentName ?? '–' },
          { label: 'Second parent', value: answers.secondParentName, hidden: !answers.secondParentName },
          {
            label: 'Address',
            value: [answers.address, answers.pincode].filter(Boolean).join(', '),
            hidden: !answers.address,
          },
        ]}
      />
      {certificate ? (
        <FieldInput
          kind="date"
          label="Date of birth on the certificate"
          value={dateOfBirth}
          onChange={(value) => setDateOfBirth(typeof value === 'string' ? value : null)}
        />
      ) : null}
    </FileVerdict>
  );
}

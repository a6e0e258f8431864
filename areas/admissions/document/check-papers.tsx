import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formContract, type ShownSlot } from '../form/form.contract.ts';
import type { FormKind } from '../form/form-pages.ts';

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
  const add = useCommand(formContract.addDocument, {
    onDone: changed,
    onError: (error) => notice.error(error),
  });
  const reject = useCommand(formContract.rejectDocument, { onDone: changed });
  return (
    <Section
      title="Papers"
      help="A birth certificate is read twice: type the date as it stands on the paper."
    >
      <QueryState query={query}>
        {(form) => (
          <Stack gap="md">
            {form.slots.map((slot) => (
              <Stack key={slot.slot} gap={4}>
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
                        <Anchor href={one.url} target="_blank" rel="noreferrer" size="sm">
                          {one.fileName ?? 'Open'}
                        </Anchor>
                      ) : null}
                      <Tag tone={states[one.status][0]}>{states[one.status][1]}</Tag>
                      {one.reason ? (
                        <Text size="xs" c="dimmed">
                          {one.reason}
                        </Text>
                      ) : null}
                    </Group>
                    {slot.verify && one.status === 'UPLOADED' ? (
                      <Group gap="xs">
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setRejecting({ ...one, slot: slot.slot, label: slot.label })}
                        >
                          Reject
                        </Button>
                        <Button
                          size="compact-sm"
                          onClick={() => setLooking({ ...one, slot: slot.slot, label: slot.label })}
                        >
                          Verify
                        </Button>
                      </Group>
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
      {looking ? <LookAt paper={looking} onClose={() => setLooking(null)} onDone={changed} /> : null}
      <ConfirmDialog
        opened={rejecting !== null}
        onClose={() => setRejecting(null)}
        title={`Reject: ${rejecting?.label ?? ''}`}
        confirm="Reject paper"
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

/** The paper beside what has to be typed from it. */
function LookAt({ paper, onClose, onDone }: { paper: Paper; onClose: () => void; onDone: () => void }) {
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
    <Modal opened onClose={onClose} title={`Verify: ${paper.label}`} size="xl">
      <Stack gap="md">
        {paper.url ? (
          <iframe
            title={paper.label}
            src={paper.url}
            style={{ width: '100%', height: 420, border: '1px solid var(--mantine-color-default-border)' }}
          />
        ) : null}
        {certificate ? (
          <FieldInput
            kind="date"
            label="Date of birth on the certificate"
            value={dateOfBirth}
            onChange={(value) => setDateOfBirth(typeof value === 'string' ? value : null)}
          />
        ) : null}
        <DialogFoot error={verify.error} onCancel={onClose}>
          <Button
            loading={verify.running}
            disabled={certificate && !dateOfBirth}
            onClick={() => void verify.run({ id: paper.id, ...(dateOfBirth ? { dateOfBirth } : {}) })}
          >
            It is right
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

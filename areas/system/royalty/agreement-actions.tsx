import type { ApiError } from '@aangan/web/api/api-error.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type AgreementRow, royaltyAgreementContract } from '../../finance/royalty/royalty.contract.ts';

type What = 'submit' | 'approve' | 'reject';
const questions: Readonly<Record<What, { title: string; text: string; confirm: string }>> = {
  submit: {
    title: 'Submit',
    text: 'Another user with the right to approve royalty decides it.',
    confirm: 'Submit agreement',
  },
  approve: {
    title: 'Approve',
    text: 'The agreement before ends the day before this one begins. A fresh one-time password is asked for.',
    confirm: 'Approve agreement',
  },
  reject: { title: 'Send back', text: 'It becomes a draft again.', confirm: 'Send back' },
};

/** What may be done with one version: finance's commands, as the server allows them. */
export function AgreementActions({ row, onEdit }: { row: AgreementRow; onEdit: () => void }) {
  const [asked, setAsked] = useState<What | null>(null);
  const told = {
    refresh: ['royalty', 'royalty-agreement'],
    onError: (error: ApiError) => notice.error(error),
  };
  const submit = useCommand(royaltyAgreementContract.submit, {
    ...told,
    onDone: () => notice.ok('Submitted. Another user approves it.'),
  });
  const approve = useCommand(royaltyAgreementContract.approve, {
    ...told,
    onDone: () => notice.ok('Approved. It applies from its first day.'),
  });
  const reject = useCommand(royaltyAgreementContract.reject, {
    ...told,
    onDone: () => notice.ok('Sent back with your reason.'),
  });
  const which = { franchiseeId: row.franchiseeId, id: row.id };
  const version = { ifMatch: row.version };
  const run = async (reason: string) => {
    if (asked === 'submit') await submit.run(which, version);
    if (asked === 'approve') await approve.run(which, version);
    if (asked === 'reject') await reject.run({ ...which, reason }, version);
  };
  const question = asked ? questions[asked] : null;
  return (
    <Group gap="xs" wrap="nowrap">
      {row.can['update'] ? (
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      {row.can['submit'] ? (
        <Button size="compact-sm" variant="light" onClick={() => setAsked('submit')}>
          Submit
        </Button>
      ) : null}
      {row.can['reject'] ? (
        <Button size="compact-sm" variant="default" onClick={() => setAsked('reject')}>
          Send back
        </Button>
      ) : null}
      {row.can['approve'] ? (
        <Button size="compact-sm" onClick={() => setAsked('approve')}>
          Approve
        </Button>
      ) : null}
      {question ? (
        <ConfirmDialog
          opened
          onClose={() => setAsked(null)}
          title={`${question.title} version ${row.agreementVersion} of ${row.franchiseeName}?`}
          text={question.text}
          confirm={question.confirm}
          danger={asked === 'reject'}
          reason={asked === 'reject' ? { label: 'Reason', required: true, max: 500 } : undefined}
          run={run}
        />
      ) : null}
    </Group>
  );
}

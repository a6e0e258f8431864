// "Not interested" was logged; this asks why the enquiry is lost. Leaving it keeps the enquiry open.

import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import type { WorkingEnquiry } from './working-enquiry.ts';

export function LossDialog({ enquiryCode, onClose }: { enquiryCode: string; onClose: () => void }) {
  const enquiry = useQuery(enquiryContract.get, { enquiryCode }, { fresh: 0 });
  return (
    <Modal opened onClose={onClose} title="Close this enquiry?">
      <QueryState query={enquiry}>{(data) => <Why enquiry={data} onClose={onClose} />}</QueryState>
    </Modal>
  );
}

function Why({ enquiry, onClose }: { enquiry: WorkingEnquiry; onClose: () => void }) {
  const { lostReasons = [] } = useEnquiryChoices().data ?? {};
  const [reasonId, setReasonId] = useState<string | null>(null);
  const [competitor, setCompetitor] = useState('');
  const [note, setNote] = useState('');
  const close = useCommand(enquiryContract.moveStage, {
    refresh: ['follow-up', 'appointment'],
    onDone: () => {
      notice.ok(`${enquiry.childName} is closed.`);
      onClose();
    },
  });
  const reason = lostReasons.find((one) => one.id === reasonId);
  const errors = close.error?.fields ?? {};
  const run = () =>
    void close.run(
      {
        id: enquiry.id,
        action: 'close',
        lostReasonId: reasonId,
        competitor: competitor || null,
        note: note || null,
      },
      { ifMatch: enquiry.version },
    );
  return (
    <Stack gap="md">
      <FieldInput
        kind="choice"
        label="Reason"
        autoFocus
        value={reasonId}
        onChange={(value) => setReasonId(typeof value === 'string' ? value : null)}
        options={optionsOfRows(lostReasons)}
        error={errors['lostReasonId']}
      />
      {reason?.needsCompetitor && (
        <FieldInput
          kind="text"
          label="Which school"
          max={60}
          value={competitor}
          onChange={(value) => setCompetitor(String(value ?? ''))}
          error={errors['competitor']}
        />
      )}
      <FieldInput
        kind="longText"
        label="Note"
        optional
        max={300}
        value={note}
        onChange={(value) => setNote(String(value ?? ''))}
        error={errors['note']}
      />
      <DialogFoot error={close.error} fieldsTell onCancel={onClose} cancel="Keep it open">
        <Button color="danger" onClick={run} loading={close.running} disabled={!reasonId}>
          Close the enquiry
        </Button>
      </DialogFoot>
    </Stack>
  );
}

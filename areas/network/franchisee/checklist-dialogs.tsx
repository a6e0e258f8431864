// What is done with an item of the checklist: ticked off with its evidence, waived, given an owner and a day, added.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { Button, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checklistContract, PHASES } from './checklist.contract.ts';

export type Item = OutputOf<typeof checklistContract.list>['rows'][number];

export function DoneDialog({
  franchiseeId,
  item,
  onClose,
}: {
  franchiseeId: number;
  item: Item;
  onClose: () => void;
}) {
  const [fileId, setFileId] = useState<string | null>(null);
  const done = useCommand(checklistContract.done, {
    refresh: ['franchisee'],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={item.title}>
      <Stack>
        <UploadField
          label={item.needsEvidence ? 'Document or photo' : 'Document or photo (optional)'}
          required={item.needsEvidence}
          value={fileId}
          onChange={setFileId}
          accept={['pdf', 'jpg', 'png']}
        />
        <DialogFoot error={done.error} onCancel={onClose}>
          <Button
            disabled={item.needsEvidence && fileId === null && item.file === null}
            loading={done.running}
            onClick={() =>
              void done.run(
                { franchiseeId, id: item.id, ...(fileId ? { fileId } : {}) },
                { ifMatch: item.version },
              )
            }
          >
            Done
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

export function WaiveDialog({
  franchiseeId,
  item,
  onClose,
}: {
  franchiseeId: number;
  item: Item;
  onClose: () => void;
}) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Do without “${item.title}”?`}
      confirm="Waive"
      danger
      reason={{ label: 'Reason', required: true, max: 300 }}
      run={async (reason) => {
        await call(checklistContract.waive, { franchiseeId, id: item.id, reason }, { ifMatch: item.version });
        await client.invalidateQueries();
      }}
    />
  );
}

export function AssignDialog({
  franchiseeId,
  item,
  onClose,
}: {
  franchiseeId: number;
  item: Item;
  onClose: () => void;
}) {
  const form = useForm(checklistContract.assign, {
    start: { franchiseeId, id: item.id, ownerId: item.ownerId, dueOn: item.dueOn },
    ifMatch: item.version,
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={item.title}>
      <Form form={form}>
        <Stack>
          <Field name="ownerId" kind="reference" to="user" label="Owner" optional chosenLabel={item.owner} />
          <Field name="dueOn" kind="date" label="Due on" />
        </Stack>
        <SaveBar label="Save" onCancel={onClose} />
      </Form>
    </Modal>
  );
}

export function AddDialog({ franchiseeId, onClose }: { franchiseeId: number; onClose: () => void }) {
  const form = useForm(checklistContract.add, {
    start: { franchiseeId, phase: 'SITE', needsEvidence: false, gate: false, dueOn: todayIst(serverNow()) },
    refresh: ['franchisee'],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title="New checklist item">
      <Form form={form}>
        <Stack>
          <Field name="title" kind="text" label="What" max={120} />
          <Field
            name="phase"
            kind="choice"
            label="Phase"
            options={Object.entries(PHASES).map(([value, label]) => ({ value, label }))}
          />
          <Field name="departmentId" kind="reference" to="department" label="Department" />
          <Field name="ownerId" kind="reference" to="user" label="Owner" optional />
          <Field name="dueOn" kind="date" label="Due on" />
          <Field name="needsEvidence" kind="boolean" label="Needs a document or photo" />
          <Field name="gate" kind="boolean" label="Must be done before opening" />
        </Stack>
        <SaveBar label="Add" onCancel={onClose} />
      </Form>
    </Modal>
  );
}

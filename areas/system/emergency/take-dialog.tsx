import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type EmergencyRole, emergencyContract } from './emergency.contract.ts';

type Taken = OutputOf<typeof emergencyContract.take>;

/** Asks which role, where and why; says before that two people hear of it. */
export function TakeDialog({ roles, onClose }: { roles: readonly EmergencyRole[]; onClose: () => void }) {
  const [roleId, setRoleId] = useState<string | null>(null);
  const [centre, setCentre] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const take = useCommand(emergencyContract.take, {
    refresh: ['menu', 'session'],
    onDone: ({ told }: Taken) => {
      notice.info(`Yours for 60 minutes. ${told.join(' and ')} were notified.`);
      onClose();
    },
  });
  const role = roles.find((one) => String(one.id) === roleId);
  const ready = role !== undefined && reason.trim().length >= 10 && (!role.atCentre || centre !== null);
  const go = () =>
    void take.run({
      roleId: Number(roleId),
      reason: reason.trim(),
      ...(role?.atCentre ? { franchiseeId: centre } : {}),
    });
  return (
    <Modal opened onClose={onClose} title="Take a role in an emergency">
      <Stack gap="md">
        <Text size="sm">
          For 60 minutes. Two other people are notified at once, everything you do in this hour is marked, and
          another person reviews it within 48 hours.
        </Text>
        <Select
          label="Role"
          data={roles.map((one) => ({ value: String(one.id), label: one.description }))}
          value={roleId}
          onChange={setRoleId}
          description={role?.note}
        />
        {role?.atCentre ? (
          <FieldInput
            kind="reference"
            to="franchisee"
            name="franchiseeId"
            label="Centre"
            value={centre}
            onChange={(value) => setCentre((value as number | null) ?? null)}
          />
        ) : null}
        <Textarea
          label="What happened"
          description="At least 10 characters; both people read it."
          autosize
          minRows={2}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogFoot error={take.error} onCancel={onClose}>
          <Button disabled={!ready} loading={take.running} onClick={go}>
            Take it for 60 minutes
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

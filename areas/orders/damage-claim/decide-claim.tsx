import { useCommand } from '@aangan/web/api/use-command.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Modal, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type ClaimView, damageClaimContract as contract } from './damage-claim.contract.ts';
import { claimFaults, claimKinds, claimLabels, type Resolution, resolutions } from './damage-claim.states.ts';

const dataOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Line by line how much is approved and what the centre gets for it; then whose fault it is. */
export function DecideClaim({ claim, onClose }: { claim: ClaimView; onClose: () => void }) {
  const [lines, setLines] = useState(() =>
    claim.lines.map(({ id, qtyClaimed }) => ({
      id,
      qtyApproved: qtyClaimed,
      resolution: 'REPLACE' as Resolution,
    })),
  );
  const [fault, setFault] = useState<keyof typeof claimFaults>('COURIER');
  const [note, setNote] = useState('');
  const decide = useCommand(contract.decide, {
    refresh: ['damage-claim', 're-order', 'note'],
    onDone: ({ status }) => {
      notice.ok(`${claimLabels[status as keyof typeof claimLabels]}.`);
      onClose();
    },
  });
  const set = (at: number, change: Partial<(typeof lines)[number]>) =>
    setLines((now) => now.map((line, n) => (n === at ? { ...line, ...change } : line)));
  const fields = decide.error?.fields ?? {};
  return (
    <Modal opened onClose={onClose} title={`Decide on ${claim.claimNo}`} size="lg" centered>
      <Stack gap="md">
        {claim.lines.map((line, n) => (
          <Stack key={line.id} gap={4}>
            <Text fw={600}>{`${line.whom}: ${line.product}, ${claimKinds[line.kind].toLowerCase()}`}</Text>
            <Group gap="md" align="start">
              <NumberInput
                label={`Approved of ${line.qtyClaimed}`}
                min={0}
                max={line.qtyClaimed}
                clampBehavior="strict"
                allowDecimal={false}
                value={lines[n]?.qtyApproved ?? 0}
                error={fields[`lines.${n}.qtyApproved`]}
                onChange={(value) => {
                  const qtyApproved = Number(value) || 0;
                  const was = lines[n]?.resolution ?? 'REPLACE';
                  set(n, {
                    qtyApproved,
                    resolution: qtyApproved === 0 ? 'NONE' : was === 'NONE' ? 'REPLACE' : was,
                  });
                }}
              />
              <Select
                label="The centre gets"
                data={dataOf(resolutions).filter(({ value }) => value !== 'CREDIT' || fault !== 'CENTRE')}
                value={lines[n]?.resolution ?? 'NONE'}
                allowDeselect={false}
                disabled={lines[n]?.qtyApproved === 0}
                error={fields[`lines.${n}.resolution`]}
                onChange={(value) => set(n, { resolution: value as Resolution })}
              />
            </Group>
          </Stack>
        ))}
        <Select
          label="Fault"
          data={dataOf(claimFaults)}
          value={fault}
          allowDeselect={false}
          description={
            fault === 'CENTRE'
              ? 'The centre pays for what is replaced.'
              : 'What is replaced is free. What is credited waits for finance.'
          }
          onChange={(value) => {
            setFault(value as keyof typeof claimFaults);
            if (value === 'CENTRE')
              setLines((now) =>
                now.map((line) => (line.resolution === 'CREDIT' ? { ...line, resolution: 'REPLACE' } : line)),
              );
          }}
        />
        <Textarea
          label="Note to the centre"
          maxLength={500}
          autosize
          minRows={2}
          value={note}
          error={fields['note']}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {decide.error ? (
          <Alert color="danger" role="alert">
            {decide.error.message}
          </Alert>
        ) : null}
        <DialogFoot onCancel={onClose} running={decide.running}>
          <Button
            loading={decide.running}
            disabled={note.trim() === ''}
            onClick={() => void decide.run({ id: claim.id, lines, fault, note }, { ifMatch: claim.version })}
          >
            Decide
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

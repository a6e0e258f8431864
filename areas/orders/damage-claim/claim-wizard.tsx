import type { InputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FilesField } from '@aangan/web/fields/files-input.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Wizard } from '@aangan/web/ui/steps.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import {
  type Claimable,
  type ClaimableParcel,
  damageClaimContract as contract,
} from './damage-claim.contract.ts';
import { claimKinds, PHOTOS } from './damage-claim.states.ts';

type Line = InputOf<typeof contract.submit>['lines'][number];
const notArrived = (kit: Claimable): Line => ({
  lineId: kit.lineId,
  productId: null,
  kind: 'MISSING',
  qty: kit.qty,
  reason: 'The parcel did not arrive',
  photoIds: [],
});

/** What is wrong, line by line, with photos; sent once. */
export function ClaimWizard({ parcel, done }: { parcel: ClaimableParcel; done: () => void }) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const submit = useCommand(contract.submit, {
    refresh: ['damage-claim', 'kit-order'],
    onDone: ({ claimNo }) => {
      notice.ok(`Claim ${claimNo} is sent.`);
      done();
    },
    onError: (error) => setWrong(error.fields ?? {}),
  });
  const kits = parcel.claimable.filter((one) => one.productId === null);
  const partsOf = (lineId: string) => parcel.claimable.filter((one) => one.lineId === lineId && one.left > 0);
  const change = (lineId: string, set: Partial<Line>) =>
    setLines((now) => now.map((line) => (line.lineId === lineId ? { ...line, ...set } : line)));
  const check = (): boolean => {
    const faults: Record<string, string> = {};
    for (const [n, line] of lines.entries()) {
      if (line.reason.trim().length < 10) faults[`lines.${n}.reason`] = 'At least 10 characters';
      if (line.kind !== 'MISSING' && line.photoIds.length === 0)
        faults[`lines.${n}.photoIds`] = 'Add a photo of it';
    }
    setWrong(faults);
    return Object.keys(faults).length === 0;
  };
  return (
    <Section title="New claim">
      <Wizard
        steps={[
          {
            label: 'What arrived',
            next: () => {
              if (lines.length > 0) return true;
              setWrong({ lines: 'Choose what is damaged or missing' });
              return false;
            },
            content: (
              <Stack gap="xs">
                {wrong['lines'] ? <Alert color="danger">{wrong['lines']}</Alert> : null}
                {parcel.missingUntil && kits.every((kit) => kit.left === kit.qty) ? (
                  <div>
                    <Button variant="default" onClick={() => setLines(kits.map(notArrived))}>
                      Nothing of it arrived
                    </Button>
                    <Text size="sm" className="quiet">
                      A parcel that did not arrive at all is reported until{' '}
                      <InstantText at={parcel.missingUntil} />.
                    </Text>
                  </div>
                ) : null}
                {kits.map((kit) => {
                  const [first] = partsOf(kit.lineId);
                  return (
                    <Checkbox
                      key={kit.lineId}
                      label={[kit.whom, kit.of].filter(Boolean).join(', ')}
                      disabled={first === undefined}
                      description={first === undefined ? 'All of it is claimed already' : undefined}
                      checked={lines.some((line) => line.lineId === kit.lineId)}
                      onChange={({ currentTarget: { checked } }) =>
                        setLines((now) => [
                          ...now.filter((line) => line.lineId !== kit.lineId),
                          ...(checked && first
                            ? [
                                {
                                  lineId: kit.lineId,
                                  productId: first.productId,
                                  kind: 'DAMAGED' as const,
                                  qty: 1,
                                  reason: '',
                                  photoIds: [],
                                },
                              ]
                            : []),
                        ])
                      }
                    />
                  );
                })}
              </Stack>
            ),
          },
          {
            label: 'What is wrong',
            next: check,
            content: (
              <Stack gap="lg">
                {lines.map((line, n) => (
                  <ClaimedLine
                    key={line.lineId}
                    line={line}
                    whom={kits.find((kit) => kit.lineId === line.lineId)?.whom ?? ''}
                    parts={partsOf(line.lineId)}
                    error={(name) => wrong[`lines.${n}.${name}`]}
                    onChange={(set) => change(line.lineId, set)}
                  />
                ))}
              </Stack>
            ),
          },
          {
            label: 'Send',
            content: (
              <Stack gap="xs">
                {submit.error ? (
                  <Alert color="danger" role="alert">
                    {submit.error.message}
                  </Alert>
                ) : null}
                <List>
                  {lines.map((line) => {
                    const of = parcel.claimable.find(
                      (one) => one.lineId === line.lineId && one.productId === line.productId,
                    );
                    return (
                      <List.Item key={line.lineId}>
                        {`${of?.whom ?? ''}: ${formatCount(line.qty)} × ${of?.product ?? ''}, ${claimKinds[line.kind].toLowerCase()}`}
                      </List.Item>
                    );
                  })}
                </List>
                <Text size="sm" className="quiet">
                  Head office decides. What it approves is replaced or credited.
                </Text>
              </Stack>
            ),
          },
        ]}
        finish={{
          label: 'Send claim',
          disabled: submit.running,
          run: async () => {
            await submit.run({ shipmentId: parcel.id, lines: [...lines] });
          },
        }}
      />
    </Section>
  );
}

function ClaimedLine({
  line,
  whom,
  parts,
  error,
  onChange,
}: {
  line: Line;
  whom: string;
  parts: readonly Claimable[];
  error: (name: string) => string | undefined;
  onChange: (set: Partial<Line>) => void;
}) {
  const keyOf = (productId: string | null) => productId ?? 'kit';
  const left = parts.find((part) => part.productId === line.productId)?.left ?? 1;
  return (
    <Stack gap="xs">
      <Text fw={600}>{whom}</Text>
      <Group gap="md" align="start">
        <Select
          label="What"
          data={parts.map((part) => ({ value: keyOf(part.productId), label: part.product }))}
          value={keyOf(line.productId)}
          allowDeselect={false}
          onChange={(value) => onChange({ productId: value === 'kit' ? null : value, qty: 1 })}
        />
        <Select
          label="It is"
          data={Object.entries(claimKinds).map(([value, label]) => ({ value, label }))}
          value={line.kind}
          allowDeselect={false}
          onChange={(value) => onChange({ kind: value as Line['kind'] })}
        />
        <NumberInput
          label="Pieces"
          description={`At most ${formatCount(left)}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          max={left}
          clampBehavior="strict"
          allowDecimal={false}
          value={line.qty}
          error={error('qty')}
          onChange={(value) => onChange({ qty: Number(value) || 1 })}
        />
      </Group>
      <Textarea
        label="What happened"
        maxLength={500}
        autosize
        minRows={2}
        value={line.reason}
        error={error('reason')}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
      <FilesField
        kind="files"
        name={`photos-${line.lineId}`}
        label="Photos"
        accept={PHOTOS.accept}
        max={PHOTOS.maxMb * 1024 * 1024}
        most={PHOTOS.most}
        optional={line.kind === 'MISSING'}
        value={line.photoIds}
        error={error('photoIds')}
        onChange={(ids: unknown) => onChange({ photoIds: ids as string[] })}
      />
    </Stack>
  );
}

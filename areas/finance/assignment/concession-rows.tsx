import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { componentKindTitles } from '../fee-plan/plan-shape.ts';
import type { feeAssignmentContract } from './fee-assignment.contract.ts';

type Wanted = NonNullable<InputOf<typeof feeAssignmentContract.save>['concessions']>[number];
type Choice = OutputOf<typeof feeAssignmentContract.ofChild>['concessions'][number];

const kinds = (['TUITION', 'ADMISSION', 'ACTIVITY', 'KIT', 'TRANSPORT', 'SERVICE'] as const).map((value) => ({
  value,
  label: componentKindTitles[value],
}));
const bases = [
  { value: 'PERCENT', label: 'Per cent' },
  { value: 'AMOUNT', label: 'Amount' },
];
const MANUAL = 'manual';

/** Concessions of a proposal: from the list, or one of its own with a reason. */
export function ConcessionRows({
  choices,
  rows,
  onChange,
}: {
  choices: readonly Choice[];
  rows: readonly Wanted[];
  onChange: (rows: Wanted[]) => void;
}) {
  const set = (index: number, row: Wanted) => onChange(rows.map((one, at) => (at === index ? row : one)));
  // A manual concession may need a paper as much as one of the list.
  const wantsDocument = (row: Wanted): boolean =>
    choices.find((c) => c.id === row.concessionId)?.documentNeeded ?? true;
  const options = [
    ...choices.map((c) => ({
      value: c.id,
      label: `${c.name} (${c.basis === 'PERCENT' ? formatPercent(c.value) : formatRupees(c.value)})`,
    })),
    { value: MANUAL, label: 'Another concession' },
  ];
  return (
    <Section
      title="Concessions"
      help="Each needs a reason; above the first level a higher approval is asked for."
    >
      <Stack gap="sm">
        {rows.map((row, index) => (
          <Group key={`${index}:${row.concessionId ?? MANUAL}`} align="flex-end" gap="sm" wrap="wrap">
            <FieldInput
              kind="choice"
              name={`concession-${index}`}
              label="Concession"
              options={options}
              value={row.concessionId ?? MANUAL}
              onChange={(value) =>
                set(
                  index,
                  value === MANUAL || value === null
                    ? { basis: 'PERCENT', value: 0, kinds: ['TUITION'], reason: row.reason }
                    : { concessionId: String(value), reason: row.reason },
                )
              }
            />
            {row.concessionId === undefined ? (
              <>
                <FieldInput
                  kind="choice"
                  name={`basis-${index}`}
                  label="As"
                  options={bases}
                  value={row.basis}
                  onChange={(value) => set(index, { ...row, basis: value as 'PERCENT', value: 0 })}
                />
                <FieldInput
                  kind={row.basis === 'AMOUNT' ? 'money' : 'percent'}
                  name={`value-${index}`}
                  label={row.basis === 'AMOUNT' ? 'Amount' : 'Per cent'}
                  value={row.value ?? 0}
                  onChange={(value) => set(index, { ...row, value: Number(value ?? 0) })}
                />
                <FieldInput
                  kind="choices"
                  name={`kinds-${index}`}
                  label="On"
                  options={kinds}
                  value={[...(row.kinds ?? [])]}
                  onChange={(value) => set(index, { ...row, kinds: value as NonNullable<Wanted['kinds']> })}
                />
              </>
            ) : null}
            <FieldInput
              kind="text"
              name={`reason-${index}`}
              label="Reason"
              max={500}
              value={row.reason}
              onChange={(value) => set(index, { ...row, reason: String(value ?? '') })}
            />
            {row.documentFile !== undefined || wantsDocument(row) ? (
              <FieldInput
                kind="file"
                name={`document-${index}`}
                label="Document"
                optional
                accept={['pdf', 'jpg', 'png']}
                value={row.documentFile ?? null}
                onChange={(value) =>
                  set(index, {
                    ...row,
                    ...(value === null ? { documentFile: undefined } : { documentFile: String(value) }),
                  })
                }
              />
            ) : null}
            <ActionIcon
              variant="subtle"
              color="danger"
              aria-label="Remove concession"
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <IconTrash {...icon} />
            </ActionIcon>
          </Group>
        ))}
        {rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            No concession: the standard price.
          </Text>
        ) : null}
        <Group>
          <Button
            size="xs"
            variant="default"
            disabled={rows.length >= 8}
            onClick={() =>
              onChange([
                ...rows,
                choices[0]
                  ? { concessionId: choices[0].id, reason: '' }
                  : { basis: 'PERCENT', value: 0, kinds: ['TUITION'], reason: '' },
              ])
            }
          >
            Add a concession
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

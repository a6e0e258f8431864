import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Anchor, Button, Collapse, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { InstalmentRules } from './instalment-rules.tsx';
import { percentGap } from './matrix.ts';
import { type FeeTypeChoice, type OptionBody, type PlanBody, recut } from './plan-draft.ts';
import { PlanMatrix } from './plan-matrix.tsx';

interface OptionEditorProps {
  body: PlanBody;
  option: OptionBody;
  types: ReadonlyMap<string, FeeTypeChoice>;
  editable: boolean;
  /** It stands in the stored plan, so its own screen can be opened. */
  saved: boolean;
  focus?: string | undefined;
  onChange: (option: OptionBody) => void;
  onRemove?: (() => void) | undefined;
}

const rounds = [
  { value: '0', label: 'To the paisa' },
  { value: '100', label: 'To whole rupees' },
  { value: '1000', label: 'To ₹10' },
];

/** One payment option: its matrix, its due dates, its terms. */
export function OptionEditor({
  body,
  option,
  types,
  editable,
  saved,
  focus,
  onChange,
  onRemove,
}: OptionEditorProps) {
  const [rules, setRules] = useState(false);
  const [terms, setTerms] = useState(false);
  const components = body.components.map((c) => ({
    id: c.id,
    name: types.get(c.feeTypeId)?.name ?? '',
    amount: c.amount,
  }));
  return (
    <Section
      title={option.name}
      help={`${option.instalments.length} ${option.instalments.length === 1 ? 'instalment' : 'instalments'}`}
      actions={
        <Group gap="xs">
          {saved ? (
            <Anchor component={Link} to={`/fee-component/fee-installment/all/${option.id}`} size="sm">
              Whole screen
            </Anchor>
          ) : null}
          {editable ? (
            <Button size="xs" variant="default" onClick={() => onChange(recut(body, option, types))}>
              Cut evenly
            </Button>
          ) : null}
          {editable ? (
            <Button size="xs" variant="default" onClick={() => setRules(!rules)} aria-expanded={rules}>
              Due dates
            </Button>
          ) : null}
          {editable ? (
            <Button size="xs" variant="default" onClick={() => setTerms(!terms)} aria-expanded={terms}>
              Terms
            </Button>
          ) : null}
          {editable && onRemove ? (
            <Button size="xs" variant="subtle" color="danger" onClick={onRemove}>
              Remove option
            </Button>
          ) : null}
        </Group>
      }
    >
      <Stack gap="md">
        <Collapse expanded={terms}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            <FieldInput
              kind="text"
              name={`name-${option.id}`}
              label="Name"
              max={60}
              value={option.name}
              onChange={(value) => onChange({ ...option, name: String(value ?? '') })}
            />
            <FieldInput
              kind="percent"
              name={`discount-${option.id}`}
              label="Discount for this option"
              value={option.discountBp}
              onChange={(value) => onChange({ ...option, discountBp: Number(value ?? 0) })}
            />
            <FieldInput
              kind="choice"
              name={`round-${option.id}`}
              label="Round instalments"
              options={rounds}
              value={String(option.roundTo ?? 0)}
              onChange={(value) => onChange({ ...option, roundTo: Number(value ?? 0) as 0 })}
            />
            <FieldInput
              kind="boolean"
              name={`partial-${option.id}`}
              label="An instalment may be paid in parts"
              value={option.allowPartial ?? false}
              onChange={(value) => onChange({ ...option, allowPartial: value === true })}
            />
          </SimpleGrid>
          <PercentCut
            option={option}
            onCut={(weights) => onChange({ ...recut(body, option, types, weights), kind: 'CUSTOM' })}
          />
        </Collapse>
        <Collapse expanded={rules}>
          <InstalmentRules option={option} onChange={onChange} />
        </Collapse>
        <PlanMatrix
          components={components}
          option={option}
          onChange={editable ? onChange : undefined}
          focus={focus}
        />
      </Stack>
    </Section>
  );
}

/** Cuts by percentages; they must make exactly 100 %. */
function PercentCut({ option, onCut }: { option: OptionBody; onCut: (weights: readonly number[]) => void }) {
  const seqs = [...option.instalments].sort((a, b) => a.seq - b.seq);
  const [bps, setBps] = useState<readonly number[]>(
    seqs.map((_, index) => Math.floor(10000 / seqs.length) + (index === 0 ? 10000 % seqs.length : 0)),
  );
  const shown = seqs.map((_, index) => bps[index] ?? 0);
  const gap = percentGap(shown);
  return (
    <Stack gap="xs" mt="sm">
      <Text size="sm" fw={600}>
        Cut by percentages
      </Text>
      <Group gap="xs" align="flex-end">
        {seqs.map((one, index) => (
          <FieldInput
            key={one.seq}
            kind="percent"
            name={`share-${one.seq}`}
            label={one.label}
            value={shown[index] ?? 0}
            onChange={(value) => setBps(shown.map((bp, at) => (at === index ? Number(value ?? 0) : bp)))}
          />
        ))}
        <Button size="xs" variant="default" disabled={gap !== null} onClick={() => onCut(shown)}>
          Cut
        </Button>
      </Group>
      {gap === null ? null : (
        <Alert
          color="warning"
          p="xs"
        >{`Percentages must add up to 100 %; they add up to ${formatPercent(gap)}.`}</Alert>
      )}
    </Stack>
  );
}

import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import type { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { ActionIcon, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type AgreementRow, royaltyAgreementContract } from '../../finance/royalty/royalty.contract.ts';
import { bearers, cycles, models, periods, tdsModes, treatments } from './terms-words.tsx';

const kinds = [
  'TUITION',
  'ADMISSION',
  'APPLICATION',
  'REGISTRATION',
  'ACTIVITY',
  'KIT',
  'TRANSPORT',
  'SERVICE',
  'DEPOSIT',
  'LATE_FEE',
  'BOUNCE',
  'OTHER',
];
const kindOptions = kinds.map((value) => ({
  value,
  label: `${value.charAt(0)}${value.slice(1).toLowerCase().replaceAll('_', ' ')}`,
}));

interface Props {
  franchiseeId: number;
  /** The draft to change; null makes the next version. */
  row: AgreementRow | null;
  /** What a new version starts with. */
  base: AgreementRow | null;
  title: string;
  onClose: () => void;
}

type Terms = AgreementRow['terms'];

/** All terms of an agreement; saved as a draft through finance's command. */
export function TermsForm({ franchiseeId, row, base, title, onClose }: Props) {
  const start: Partial<Terms> = row?.terms ?? { ...base?.terms, fromOn: undefined as never, toOn: null };
  const [slabs, setSlabs] = useState<{ from: number; bp: number }[]>([...(start.slabs ?? [])]);
  const [rates, setRates] = useState<[string, number][]>(
    Object.entries(start.componentRates ?? {}).map(([k, v]) => [k, Number(v)]),
  );
  const form = useForm(royaltyAgreementContract.save, {
    start: {
      model: 'COLLECTED',
      defaultBp: 1500,
      concessionTreatment: 'NET',
      exclusions: [],
      marketingBp: 0,
      dueDays: 10,
      interestBp: 1200,
      tdsMode: 'REIMBURSE',
      itcAllowed: false,
      feeBearer: 'CENTRE',
      cycle: 'WEEKLY',
      tPlus: 2,
      discountCapBp: null,
      minGuarantee: null,
      minPeriod: null,
      cap: null,
      note: null,
      toOn: null,
      ...start,
    },
    toInput: (values) => {
      const { slabs: _s, componentRates: _c, ...rest } = values;
      return {
        franchiseeId,
        ...(row ? { id: row.id, version: row.version } : {}),
        terms: { ...rest, slabs, componentRates: Object.fromEntries(rates) },
      };
    },
    onDone: () => {
      notice.ok('Draft saved. Submit it for approval.');
      onClose();
    },
  });
  const error = (name: string) => form.errors[`terms.${name}`];
  const field = (
    name: keyof Terms & string,
    kind: Parameters<typeof Field>[0]['kind'],
    label: string,
    more: object = {},
  ) => (
    <FieldInput
      kind={kind ?? 'text'}
      name={name}
      label={label}
      value={form.values[name]}
      onChange={(value) => form.set(name, value)}
      error={error(name)}
      {...more}
    />
  );
  return (
    <Form form={form} wide>
      <Section title={row ? `${title}, version ${row.agreementVersion}` : `${title}, next version`}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {field('fromOn', 'date', 'Applies from')}
            {field('model', 'choice', 'Model', { options: models })}
            {field('defaultBp', 'percent', 'Rate')}
            {field('concessionTreatment', 'choice', 'Taken on', { options: treatments })}
            {field('discountCapBp', 'percent', 'Concession limit', { optional: true })}
            {field('exclusions', 'choices', 'Without royalty', { options: kindOptions, optional: true })}
            {field('marketingBp', 'percent', 'Marketing contribution')}
            {field('cap', 'money', 'Cap of a year', { optional: true })}
            {field('minGuarantee', 'money', 'At least', { optional: true })}
            {field('minPeriod', 'choice', 'per', { options: periods, optional: true })}
            {field('dueDays', 'integer', 'Invoices are due after days', { min: 0, max: 120 })}
            {field('interestBp', 'percent', 'Interest a year')}
            {field('tdsMode', 'choice', 'TDS', { options: tdsModes })}
            {field('feeBearer', 'choice', 'Gateway fee is borne by', { options: bearers })}
            {field('cycle', 'choice', 'Payout', { options: cycles })}
            {field('tPlus', 'integer', 'Days until payout (T+n)', { min: 0, max: 30 })}
          </SimpleGrid>
          {field('itcAllowed', 'boolean', 'The centre may use the input tax credit')}
          <Rows
            title="Own rates of a component"
            add={() => {
              const free = kinds.find((k) => !rates.some(([used]) => used === k));
              if (free) setRates([...rates, [free, 1500]]);
            }}
          >
            {rates.map(([kind, bp], i) => (
              <Group key={kind} gap="xs" align="flex-end" wrap="nowrap">
                <FieldInput
                  kind="choice"
                  name={`rate-${i}`}
                  label="Component"
                  options={kindOptions}
                  value={kind}
                  onChange={(value) => setRates(rates.map((r, n) => (n === i ? [String(value), r[1]] : r)))}
                />
                <FieldInput
                  kind="percent"
                  name={`rate-bp-${i}`}
                  label="Rate"
                  value={bp}
                  onChange={(value) =>
                    setRates(rates.map((r, n) => (n === i ? [r[0], Number(value ?? 0)] : r)))
                  }
                />
                <Remove
                  label={`Remove the rate of ${kind}`}
                  run={() => setRates(rates.filter((_, n) => n !== i))}
                />
              </Group>
            ))}
          </Rows>
          <Rows
            title="Bands of a year"
            help="From this much base since 1 April on, this rate."
            add={() =>
              setSlabs([
                ...slabs,
                { from: slabs.length === 0 ? 0 : (slabs.at(-1)?.from ?? 0) + 100_000_000, bp: 1200 },
              ])
            }
          >
            {slabs.map((slab, i) => (
              <Group key={`${i} ${slabs.length}`} gap="xs" align="flex-end" wrap="nowrap">
                <FieldInput
                  kind="money"
                  name={`slab-${i}`}
                  label="From"
                  value={slab.from}
                  onChange={(value) =>
                    setSlabs(slabs.map((s, n) => (n === i ? { ...s, from: Number(value ?? 0) } : s)))
                  }
                />
                <FieldInput
                  kind="percent"
                  name={`slab-bp-${i}`}
                  label="Rate"
                  value={slab.bp}
                  onChange={(value) =>
                    setSlabs(slabs.map((s, n) => (n === i ? { ...s, bp: Number(value ?? 0) } : s)))
                  }
                />
                <Remove
                  label={`Remove band ${i + 1}`}
                  run={() => setSlabs(slabs.filter((_, n) => n !== i))}
                />
              </Group>
            ))}
          </Rows>
          {field('note', 'longText', 'Note', { optional: true, max: 500 })}
        </Stack>
      </Section>
      <SaveBar label="Save draft" will="Takes effect after approval" onCancel={onClose} />
    </Form>
  );
}

function Rows({
  title,
  help,
  add,
  children,
}: {
  title: string;
  help?: string;
  add: () => void;
  children: ReactNode;
}) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          {help ? (
            <Text size="xs" c="dimmed">
              {help}
            </Text>
          ) : null}
        </div>
        <Button size="compact-sm" variant="default" onClick={add}>
          Add
        </Button>
      </Group>
      {children}
    </Stack>
  );
}

function Remove({ label, run }: { label: string; run: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={run}>
      <IconTrash {...icon} />
    </ActionIcon>
  );
}

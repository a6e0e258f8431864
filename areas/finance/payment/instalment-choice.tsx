import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { partsOf } from './instalment-name.ts';
import type { paymentContract } from './payment.contract.ts';
import { payWords } from './public-payment-words.tsx';

type Line = OutputOf<typeof paymentContract.open>['lines'][number];

/** What a parent knows as one instalment: its fees together. */
export interface Instalment {
  key: string;
  label: string;
  /** The names of its fees, when it has several. */
  fees: readonly string[];
  dueOn: string;
  net: number;
  open: number;
  overdue: boolean;
  lines: readonly Line[];
}

/** Open lines by instalment, oldest first. */
export function instalmentsOf(lines: readonly Line[]): Instalment[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.dueOn} ${line.seq} ${partsOf(line.label).instalment}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const sum = (of: readonly Line[], pick: (line: Line) => number) =>
    of.reduce((total, line) => total + pick(line), 0);
  const unpaid = [...groups].filter(([, of]) => of.some((line) => line.open > 0));
  return unpaid.map(([key, of]) => ({
    key,
    label: of[0] ? partsOf(of[0].label).instalment : '',
    fees: [...of].sort((a, b) => b.net - a.net).flatMap((line) => partsOf(line.label).fee ?? []),
    dueOn: of[0]?.dueOn ?? '',
    net: sum(of, (line) => line.net),
    open: sum(of, (line) => line.open),
    overdue: of.some((line) => line.overdue),
    lines: of.filter((line) => line.open > 0),
  }));
}

/** How many are chosen at first: what is overdue, at least the oldest. */
export const firstChoice = (instalments: readonly Instalment[]): number =>
  Math.max(1, instalments.filter((one) => one.overdue).length);

interface InstalmentChoiceProps {
  instalments: readonly Instalment[];
  /** How many are chosen, counted from the oldest. */
  chosen: number;
  onChoose: (chosen: number) => void;
  disabled: boolean;
}

/** Instalments with a box each. The oldest is paid first, so a box takes all older ones with it. */
export function InstalmentChoice({ instalments, chosen, onChoose, disabled }: InstalmentChoiceProps) {
  const t = useText(payWords);
  return (
    <Stack gap="md">
      {instalments.map((one, n) => (
        <Checkbox
          key={one.key}
          checked={n < chosen}
          disabled={disabled}
          onChange={(event) => onChoose(event.currentTarget.checked ? n + 1 : n)}
          label={
            <>
              <Group gap="md" wrap="nowrap" justify="space-between" align="start">
                <Text span fw={600}>
                  {one.label}
                </Text>
                <Text span fw={600} style={{ whiteSpace: 'nowrap' }}>
                  <Money paise={one.open} />
                </Text>
              </Group>
              <Text span display="block" size="sm" c={one.overdue ? 'var(--a-danger-text)' : 'dimmed'}>
                {t(one.overdue ? 'overdue' : 'due', { date: formatDate(one.dueOn) })}
                {one.open < one.net
                  ? ` · ${t('part', { paid: rupees(one.net - one.open), amount: rupees(one.net) })}`
                  : ''}
              </Text>
              {one.fees.length > 0 ? (
                <Text span display="block" size="sm" c="dimmed">
                  {one.fees.join(', ')}
                </Text>
              ) : null}
            </>
          }
          styles={{ labelWrapper: { flex: 1 } }}
        />
      ))}
      {instalments.length > 1 ? (
        <Text size="sm" c="dimmed">
          {t('order')}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Amount in a sentence of the page. */
export const rupees = (paise: number): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100);

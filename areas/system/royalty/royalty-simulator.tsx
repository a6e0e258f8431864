import { todayIst } from '@aangan/contract/period.ts';
import { formatPercent as percentWords } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { share } from '@aangan/money/split.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Divider, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { taxRate, tdsRate } from '../../finance/fee-type/tax-rate.record.ts';
import type { AgreementRow } from '../../finance/royalty/royalty.contract.ts';

/** What an amount that came in means: royalty, GST, TDS and what is paid out. Rates of tax are finance's own rows. */
export function RoyaltySimulator({ terms }: { terms: AgreementRow['terms'] | null }) {
  const [amount, setAmount] = useState(2_000_000);
  const taxes = useQuery(taxRate.endpoints.list, { q: 'ROYALTY', limit: 20 });
  const tds = useQuery(tdsRate.endpoints.list, { limit: 50 });
  const today = todayIst(serverNow());
  const rateBp = terms ? (terms.model === 'NONE' ? 0 : terms.defaultBp) : 1500;
  const gstBp = rowOn(taxes.data, today)?.rateBp ?? null;
  const tdsBp = terms?.tdsMode === 'NONE' ? 0 : (rowOn(tds.data, today)?.rateBp ?? null);
  const royalty = share(paise(amount), rateBp);
  const marketing = share(paise(amount), terms?.marketingBp ?? 0);
  const taxable = paise(royalty + marketing);
  const gst = gstBp === null ? null : share(taxable, gstBp);
  const deducted = tdsBp === null ? null : share(taxable, tdsBp);
  const payout = amount - taxable - (gst ?? 0);
  const line = (label: string, value: number | null, strong = false) => (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" fw={strong ? 600 : 400}>
        {label}
      </Text>
      {value === null ? <span className="quiet">–</span> : <Money paise={value} />}
    </Group>
  );
  return (
    <Section
      title="Try an amount"
      help={terms ? 'By the network standard of today.' : 'By 15 %, until a standard is in force.'}
    >
      <Stack gap="xs">
        <FieldInput
          kind="money"
          name="amount"
          label="Collected"
          value={amount}
          onChange={(value) => setAmount(Number(value ?? 0))}
        />
        {line(`Royalty ${percentWords(rateBp)}`, royalty)}
        {(terms?.marketingBp ?? 0) > 0
          ? line(`Marketing ${percentWords(terms?.marketingBp ?? 0)}`, marketing)
          : null}
        {line(gstBp === null ? 'GST (rate not visible to you)' : `GST ${percentWords(gstBp)}`, gst)}
        {line('Invoice', gst === null ? null : taxable + gst, true)}
        <Divider />
        {line(
          tdsBp === null
            ? 'TDS (rate not visible to you)'
            : `TDS ${percentWords(tdsBp)} (over the yearly threshold)`,
          deducted,
        )}
        {line('Left for the centre', gst === null ? null : payout, true)}
      </Stack>
    </Section>
  );
}

interface Dated {
  rateBp: number;
  fromOn: string;
  toOn: string | null;
  code?: string;
}

/** The row in force on a day, of an answer whose rows carry dates. */
function rowOn(answer: unknown, day: string): Dated | undefined {
  const rows = (answer as { rows?: readonly Dated[] } | undefined)?.rows ?? [];
  return rows.find(
    (row) =>
      (row.code ?? 'ROYALTY') === 'ROYALTY' && row.fromOn <= day && (row.toOn === null || row.toOn >= day),
  );
}

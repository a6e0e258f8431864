import type { ApiError } from '@aangan/web/api/api-error.ts';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Checkbox, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { productCategories } from '../catalogue/product-words.ts';
import type { CatalogueLine } from './wow-order.contract.ts';
import { REASON_FROM_BP } from './wow-order.states.ts';

type Items = Readonly<Record<string, number>>;

const fits = (line: CatalogueLine, qty: number): boolean =>
  (qty === 0 && !line.mandatory) || (qty >= line.minQty && qty <= line.maxQty);
const sumOf = (lines: readonly CatalogueLine[], pieces: (line: CatalogueLine) => number): number =>
  lines.reduce((sum, line) => sum + (line.price ?? 0) * pieces(line), 0);

interface CatalogueProps {
  lines: readonly CatalogueLine[];
  items: Items;
  onItems: (items: Items) => void;
  onBack: () => void;
  onNext: () => void;
}

/** The kit by category, as the BOM plans it; pieces change within its bounds. */
export function WowCatalogue({ lines, items, onItems, onBack, onNext }: CatalogueProps) {
  const [changed, setChanged] = useState(false);
  const isEmpty = Object.keys(items).length === 0;
  // The first look is the kit as it is planned.
  useEffect(() => {
    if (isEmpty && lines.length > 0)
      onItems(Object.fromEntries(lines.map(({ productId, qty }) => [productId, qty])));
  }, [isEmpty, lines, onItems]);
  const qtyOf = ({ productId }: CatalogueLine) => items[productId] ?? 0;
  const shown = changed ? lines.filter((line) => qtyOf(line) !== line.qty) : lines;
  const wrong = lines.filter((line) => !fits(line, qtyOf(line)));
  return (
    <Stack gap="md">
      <Checkbox
        label="Only what differs from the BOM"
        checked={changed}
        onChange={(event) => setChanged(event.currentTarget.checked)}
      />
      {changed && shown.length === 0 && <Text c="dimmed">Everything is as planned.</Text>}
      {Object.entries(productCategories).map(([category, label]) => {
        const own = shown.filter((line) => line.category === category);
        return own.length === 0 ? null : (
          <Section key={category} title={label}>
            <Stack gap="sm">
              {own.map((line) => (
                <Group key={line.productId} justify="space-between" wrap="nowrap" align="flex-start">
                  <div>
                    <Text>{line.product}</Text>
                    <Text size="sm" c="dimmed">
                      {line.price === null ? 'No price yet' : <Money paise={line.price} />}
                      {`, ${line.minQty} to ${line.maxQty}${line.mandatory ? ', mandatory' : ''}${line.room ? `, ${line.room}` : ''}`}
                    </Text>
                  </div>
                  <NumberInput
                    w={110}
                    aria-label={`Pieces of ${line.product}`}
                    min={line.mandatory ? line.minQty : 0}
                    max={line.maxQty}
                    allowDecimal={false}
                    allowNegative={false}
                    clampBehavior="none"
                    readOnly={line.mandatory && line.minQty === line.maxQty}
                    value={qtyOf(line)}
                    error={fits(line, qtyOf(line)) ? undefined : `${line.minQty} to ${line.maxQty}`}
                    onChange={(value) => onItems({ ...items, [line.productId]: Number(value) || 0 })}
                  />
                </Group>
              ))}
            </Stack>
          </Section>
        );
      })}
      <Group justify="space-between">
        <Text>
          <Money paise={sumOf(lines, qtyOf)} /> before tax
          {wrong.length > 0 ? `. ${wrong.length} to correct.` : ''}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button disabled={wrong.length > 0 || sumOf(lines, qtyOf) === 0} onClick={onNext}>
            Check the order
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

interface CheckProps {
  lines: readonly CatalogueLine[];
  items: Items;
  comment: string;
  onComment: (text: string) => void;
  error: ApiError | null;
  running: boolean;
  onBack: () => void;
  onSend: () => void;
}

/** A last look, and why it costs more than planned where it does. */
export function WowCheck({ lines, items, comment, onComment, error, running, onBack, onSend }: CheckProps) {
  const qtyOf = ({ productId }: CatalogueLine) => items[productId] ?? 0;
  const chosen = lines.filter((line) => qtyOf(line) > 0);
  const total = sumOf(lines, qtyOf);
  const planned = sumOf(lines, (line) => line.qty);
  const explains = total > planned && total * 10_000 >= planned * REASON_FROM_BP;
  const columns: Column<CatalogueLine>[] = [
    textColumn('product', 'Product', (line) => line.product, {
      second: (line) => productCategories[line.category],
    }),
    textColumn('qty', 'Pieces', (line) => String(qtyOf(line)), {
      align: 'end',
      second: (line) => `BOM ${line.qty}`,
    }),
    moneyColumn('sum', 'Sum', (line) => (line.price ?? 0) * qtyOf(line)),
  ];
  return (
    <Stack gap="md">
      <Section title="Products" flush>
        <ShortTable
          label="Products"
          rows={chosen}
          keyOf={(line) => line.productId}
          columns={columns}
          minWidth={360}
        />
      </Section>
      <Textarea
        label="Comment"
        description={
          explains ? 'It costs a tenth more than planned, or above: say why.' : 'For those who decide'
        }
        withAsterisk={explains}
        maxLength={500}
        value={comment}
        error={error?.fields?.['comment']}
        onChange={(event) => onComment(event.currentTarget.value)}
      />
      {error && (
        <Alert color="danger" variant="light" role="alert">
          {error.message}
        </Alert>
      )}
      <Group justify="space-between">
        <Text>
          <Money paise={total} /> before tax, planned <Money paise={planned} />
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button loading={running} disabled={explains && comment.trim() === ''} onClick={onSend}>
            Initiate
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

import { todayIst } from '@aangan/contract/period.ts';
import { formatPercent } from '@aangan/money/format.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Alert, Group, SimpleGrid, Slider, Stack, Text } from '@mantine/core';
import type { ProductPage } from '../catalogue/product.contract.ts';
import { marginContract } from './margin.contract.ts';
import { marginOf, mrpOf, priceOf, rateOf } from './margin.ts';

const intOf = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null);

/** MRP, margin and price: each follows the two others; sending it asks two other people. */
export function MarginPanel({ page }: { page: ProductPage }) {
  const { product, request, can } = page;
  const known = page.prices[0] ?? request;
  const today = todayIst(serverNow());
  const { form, draw } = useCommandForm(
    {
      of: marginContract.request,
      start: {
        productIds: [page.id],
        mrp: known?.mrp ?? null,
        marginBp: known?.marginBp ?? 2000,
        fromOn: today,
      },
      fields: { mrp: { optional: false }, fromOn: { earliest: today } },
      refresh: ['product', 'product-margin', 'margin-request', 'margin', 'home'],
      done: 'Sent for approval.',
    },
    { onDone: () => undefined },
  );
  const mrp = intOf(form.values['mrp']);
  const marginBp = Number(form.values['marginBp'] ?? 0);
  const on = typeof form.values['fromOn'] === 'string' ? form.values['fromOn'] : today;
  const rate = mrp === null ? null : rateOf(page.rates, { hsn: product.hsn, mrp, on });
  const priced = mrp !== null && rate ? priceOf(mrp, Math.min(9000, marginBp), rate.rateBp) : null;
  const setPrice = (value: unknown) => {
    const price = intOf(value);
    if (price === null) return;
    if (mrp !== null && rate) form.set('marginBp', marginOf(mrp, price, rate.rateBp));
    else form.set('mrp', mrpOf(price, marginBp, page.rates[0]?.rateBp ?? 0));
  };
  return (
    <Form form={form} wide>
      <TwoColumns
        main={
          <Section title="Margin">
            <Stack gap="md">
              {page.rates.length === 0 ? (
                <Alert color="warning">
                  No GST rate covers HSN {product.hsn}. Add it on the tab HSN rates of the products first.
                </Alert>
              ) : null}
              <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
                {draw('mrp')}
                {draw('marginBp')}
                <FieldInput
                  kind="money"
                  name="price"
                  label="Price before tax"
                  value={priced?.price ?? null}
                  onChange={setPrice}
                />
              </SimpleGrid>
              <Slider
                aria-label="Margin"
                min={0}
                max={9000}
                step={25}
                label={(value) => formatPercent(value)}
                value={Math.min(9000, marginBp)}
                onChange={(value) => form.set('marginBp', value)}
              />
              {draw('fromOn')}
              {rate && !rate.fits ? (
                <Alert color="warning">
                  This MRP fits no band of the rate: at either rate the value without tax lies in the other
                  band. The higher rate is used.
                </Alert>
              ) : null}
            </Stack>
          </Section>
        }
        rail={
          <Section title="What it comes to">
            {priced && rate ? (
              <Facts
                items={[
                  {
                    label: `MRP without ${formatPercent(rate.rateBp)} GST`,
                    value: <Money paise={priced.taxable} />,
                  },
                  { label: 'Margin of the centre', value: <Money paise={priced.taxable - priced.price} /> },
                  { label: 'Price before tax', value: <Money paise={priced.price} /> },
                  { label: 'GST', value: <Money paise={priced.tax} /> },
                  { label: 'The centre pays', value: <Money paise={priced.centrePays} /> },
                ]}
              />
            ) : (
              <Text size="sm" c="dimmed">
                Enter the MRP to see price and tax.
              </Text>
            )}
            {request ? (
              <Stack gap={4} mt="md">
                <Group gap="xs">
                  <Text size="sm">Last request</Text>
                  <StatusTag area="margin-request" state={request.status} />
                </Group>
                <Text size="sm" c="dimmed">
                  <Money paise={request.price} /> from <DateText day={request.fromOn} />
                </Text>
              </Stack>
            ) : null}
          </Section>
        }
      />
      {can['ask'] ? (
        <SaveBar label="Send for approval" will="Two other people approve it, then it is the price" />
      ) : (
        <Text c="dimmed">A request of this product waits for approval.</Text>
      )}
    </Form>
  );
}

import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { productContract } from '../catalogue/product.contract.ts';
import { SizeBands } from './size-bands.tsx';
import { GROWTH_CM, suggestSize } from './size-chart.ts';
import {
  uniformStyleContract as contract,
  type SizeView,
  type UniformStyle,
} from './uniform-style.contract.ts';

const crumbs = [{ label: 'Uniform sets', to: '/uniform/listUniformKitMapping' }];

/** /uniform/editUnifromProductApparel/{productApparelID}: a style, its pictures, and whom each of its sizes fits. */
export function StyleScreen() {
  const { productApparelID = '' } = useParams();
  const query = useQuery(contract.get, { id: productApparelID }, { fresh: 0 });
  return (
    <PageFrame title={query.data?.name ?? 'Style'} crumbs={crumbs}>
      <QueryState query={query}>{(style) => <StyleForm key={style.version} style={style} />}</QueryState>
    </PageFrame>
  );
}

const sentOf = ({ mrp: _mrp, price: _price, free: _free, ...size }: SizeView) => size;

function StyleForm({ style }: { style: UniformStyle }) {
  const [sizes, setSizes] = useState<readonly SizeView[]>(style.sizes);
  const { form, draw } = useCommandForm(
    {
      of: contract.save,
      start: {
        id: style.id,
        name: style.name,
        gender: style.gender,
        imageIds: style.images.map(({ id }) => id),
        sizes: style.sizes.map(sentOf),
      },
      ifMatch: style.version,
      refresh: ['uniform-style', 'uniform-kit-mapping', 'product'],
      fields: {
        imageIds: { chosenNames: Object.fromEntries(style.images.map(({ id, name }) => [id, name])) },
      },
      done: 'Saved.',
    },
    { onDone: () => undefined },
  );
  const keep = (rows: readonly SizeView[]) => {
    setSizes(rows);
    form.set('sizes', rows.map(sentOf));
  };
  const fault = form.errors['sizes'];
  return (
    <Form form={form} wide>
      <Section title="Style" help={style.sku}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {draw('name')}
            {draw('gender')}
          </SimpleGrid>
          {style.images.length > 0 ? (
            <SimpleGrid cols={{ base: 3, sm: 6 }} spacing="sm">
              {style.images.map((image) => (
                <Image key={image.id} src={image.url} alt={image.name} radius="sm" h={110} fit="contain" />
              ))}
            </SimpleGrid>
          ) : null}
          {draw('imageIds')}
        </Stack>
      </Section>
      <Section
        title="Sizes"
        help="A child fits from the first number up to, not including, the second."
        actions={
          <Button
            variant="default"
            leftSection={<IconPlus {...icon} />}
            onClick={() => keep([...sizes, nextSize(style.sku, sizes)])}
          >
            Add size
          </Button>
        }
      >
        <Stack gap="md">
          <SizeBands bands={sizes.filter((one) => one.active)} />
          {fault ? (
            <Text size="sm" c="var(--a-danger-text)" role="alert">
              {fault}
            </Text>
          ) : null}
          <Sizes sizes={sizes} keep={keep} form={form} />
          <Try sizes={sizes} />
        </Stack>
      </Section>
      {style.can['save'] ? (
        <SaveBar label="Save style" will="New sizes get their price under Products and margin" />
      ) : null}
    </Form>
  );
}

function nextSize(sku: string, sizes: readonly SizeView[]): SizeView {
  const last = [...sizes].sort((a, b) => a.heightFrom - b.heightFrom).at(-1);
  const code = String(Number(last?.sizeCode ?? 16) + 2 || '');
  const from = { heightFrom: last?.heightTo ?? 80, ageFrom: last?.ageTo ?? 18 };
  return {
    ...from,
    id: null,
    sizeCode: code,
    sku: `${sku}-${code}`,
    heightTo: from.heightFrom + 6,
    ageTo: from.ageFrom + 12,
    chest: null,
    waist: null,
    weightG: last?.weightG ?? 200,
    active: true,
    mrp: null,
    price: null,
    free: 0,
  };
}

interface SizesProps {
  sizes: readonly SizeView[];
  keep: (rows: readonly SizeView[]) => void;
  form: FormModel;
}

const measures = [
  ['heightFrom', 'Height from (cm)'],
  ['heightTo', 'Height to (cm)'],
  ['ageFrom', 'Age from (months)'],
  ['ageTo', 'Age to (months)'],
  ['chest', 'Chest (cm)'],
  ['waist', 'Waist (cm)'],
  ['weightG', 'Weight (g)'],
] as const;
const OPTIONAL: ReadonlySet<string> = new Set(['chest', 'waist']);

/** A table; on a phone a card for each size. */
function Sizes({ sizes, keep, form }: SizesProps) {
  const onPhone = useMediaQuery('(max-width: 700px)');
  const seesProducts = useSession().holds(productContract.page.module, true);
  const input = (
    row: SizeView,
    name: keyof SizeView & string,
    { kind = 'integer', label }: { kind?: 'text' | 'integer' | 'boolean'; label: string },
  ) => {
    const i = sizes.indexOf(row);
    return (
      <FieldInput
        kind={kind}
        name={`size-${i}-${name}`}
        {...(onPhone ? { label } : { bare: true, label: `${label}, size ${row.sizeCode}` })}
        optional={OPTIONAL.has(name)}
        value={row[name]}
        disabled={name === 'sizeCode' && row.id !== null}
        error={form.errors[`sizes.${i}.${name}`]}
        onChange={(value) =>
          keep(sizes.map((one) => (one === row ? ({ ...one, [name]: value } as SizeView) : one)))
        }
      />
    );
  };
  const price = (row: SizeView) => {
    const words = row.price === null ? 'Ask for a price' : <Money paise={row.price} />;
    if (row.id !== null && seesProducts)
      return (
        <Anchor component={Link} to={`/retailer-margin/update-product/${row.id}?tab=margin`} size="sm">
          {words}
        </Anchor>
      );
    return row.price === null ? '–' : words;
  };
  const remove = (row: SizeView) => (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      onClick={() => keep(sizes.filter((one) => one !== row))}
    >
      Remove
    </Button>
  );
  if (onPhone)
    return (
      <Stack gap="md">
        {sizes.map((row, i) => (
          <Section
            key={row.id ?? `new ${i}`}
            title={`Size ${row.sizeCode}`}
            actions={row.id === null ? remove(row) : undefined}
          >
            <SimpleGrid cols={2} spacing="sm">
              {input(row, 'sizeCode', { kind: 'text', label: 'Size' })}
              {input(row, 'sku', { kind: 'text', label: 'SKU' })}
              {measures.map(([name, label]) => (
                <div key={name}>{input(row, name, { label })}</div>
              ))}
              {input(row, 'active', { kind: 'boolean', label: 'Active' })}
            </SimpleGrid>
            <Facts
              min={90}
              items={[
                { label: 'MRP', value: row.mrp === null ? null : <Money paise={row.mrp} /> },
                { label: 'Price', value: price(row) },
                { label: 'Free', value: row.free },
              ]}
            />
          </Section>
        ))}
      </Stack>
    );
  const columns: Column<SizeView>[] = [
    textColumn('size', 'Size', (row) => input(row, 'sizeCode', { kind: 'text', label: 'Size' }), {
      width: 90,
    }),
    textColumn('sku', 'SKU', (row) => input(row, 'sku', { kind: 'text', label: 'SKU' }), { width: 200 }),
    ...measures.map(([name, label]) =>
      textColumn<SizeView>(name, label, (row) => input(row, name, { label }), { width: 100 }),
    ),
    moneyColumn('mrp', 'MRP', (row) => row.mrp, { width: 100 }),
    textColumn('price', 'Price', price, { width: 110, align: 'end' }),
    textColumn('free', 'Free', (row) => row.free, { align: 'end', width: 70 }),
    textColumn('active', 'Active', (row) => input(row, 'active', { kind: 'boolean', label: 'Active' }), {
      width: 70,
    }),
    ...(sizes.some(({ id }) => id === null)
      ? [
          textColumn<SizeView>('remove', '', (row) => (row.id === null ? remove(row) : ' '), {
            width: 90,
          }),
        ]
      : []),
  ];
  return (
    <ShortTable
      label="Sizes"
      rows={sizes}
      keyOf={(row) => row.id ?? `new ${sizes.indexOf(row)}`}
      columns={columns}
      minWidth={1240}
    />
  );
}

/** What the chart answers for a child: the product team tries it before it saves. */
function Try({ sizes }: { sizes: readonly SizeView[] }) {
  const [height, setHeight] = useState<number | null>(null);
  const found = suggestSize(
    sizes.filter((one) => one.active),
    { heightCm: height },
  );
  return (
    <Group align="flex-end" gap="md">
      <FieldInput
        kind="integer"
        name="try-height"
        label="Try a height (cm)"
        optional
        value={height}
        onChange={(value) => setHeight(typeof value === 'number' ? value : null)}
      />
      {height !== null && found ? (
        <Text size="sm" pb={8}>
          {`A child of ${height} cm gets size ${found.sizeCode}, with ${GROWTH_CM} cm to grow into.`}
        </Text>
      ) : null}
    </Group>
  );
}

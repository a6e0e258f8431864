import { formatPercent } from '@aangan/money/format.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ProductName } from '../catalogue/product-name.tsx';
import type { MappedType } from '../kit-types.ts';
import { kitMappingContract, type MappingLine } from './kit-mapping.contract.ts';
import { kitPrice } from './kit-price.ts';
import { KitTypeScreen } from './kit-type-screen.tsx';

const isFixed = (values: Readonly<Record<string, unknown>>) => values['priceMode'] === 'FIXED';

/** /kit-mapping/create/{kitType}: a new mapping; `?amend=` changes an own one that nobody decided on. */
export function CreateMapping() {
  const [amended] = useParam('amend');
  return (
    <KitTypeScreen
      title="New kit mapping"
      of={(type) => (amended ? <Amend type={type} id={amended} /> : <Create type={type} />)}
    />
  );
}

const crumbsOf = (type: MappedType) => [
  { label: `Kit mapping: ${type.name}`, to: `/kit-mapping/${type.slug}` },
];

function Create({ type }: { type: MappedType }) {
  const navigate = useNavigate();
  const [products, setProducts] = useState<readonly MappingLine[]>([]);
  const { form, draw } = useCommandForm(
    {
      of: kitMappingContract.create,
      start: { kitType: type.id, lines: [], gender: 'BOTH', priceMode: 'SUM', fulfilment: 'PICK' },
      refresh: ['kit-mapping', 'home'],
      fields: {
        classId: { when: () => type.mappedBy === 'CLASS', optional: false },
        sampleCategory: { when: () => type.mappedBy === 'SAMPLE', optional: false },
        productCategory: { when: () => type.mappedBy === 'PRODUCT', optional: false },
        fixedPrice: { when: isFixed, optional: false },
      },
      done: 'Saved. Two other people approve it.',
    },
    { onDone: ({ id }) => void navigate(`/kit-mapping/${type.slug}?kit-mapping=${id}`) },
  );
  return (
    <PageFrame title={`New mapping: ${type.name}`} crumbs={crumbsOf(type)}>
      <Form form={form} wide>
        <Existing type={type} form={form} />
        <Grid form={form} products={products} setProducts={setProducts}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {draw('academicYear')}
            {type.mappedBy === 'CLASS' ? draw('classId') : null}
            {type.mappedBy === 'SAMPLE' ? draw('sampleCategory') : null}
            {type.mappedBy === 'PRODUCT' ? draw('productCategory') : null}
            {draw('gender')}
            {draw('fulfilment')}
            {draw('priceMode')}
            {isFixed(form.values) ? draw('fixedPrice') : null}
          </SimpleGrid>
        </Grid>
        <SaveBar label="Save mapping" will="It waits for the first approver" />
      </Form>
    </PageFrame>
  );
}

/** A kit that is mapped already is revised: the way there. */
function Existing({ type, form }: { type: MappedType; form: FormModel }) {
  const { error } = form;
  const id = error?.details['id'];
  if (error?.code !== 'kit-mapping.exists' || typeof id !== 'string') return null;
  return (
    <Anchor component={Link} to={`/kit-mapping/${type.slug}?kit-mapping=${id}`}>
      {`Open version ${String(error.details['version'])} to revise it`}
    </Anchor>
  );
}

function Amend({ type, id }: { type: MappedType; id: string }) {
  const query = useQuery(kitMappingContract.get, { id }, { fresh: 0 });
  return (
    <PageFrame title={query.data?.name ?? 'Kit mapping'} crumbs={crumbsOf(type)}>
      <QueryState query={query}>{(row) => <AmendForm key={row.version} type={type} row={row} />}</QueryState>
    </PageFrame>
  );
}

type Mapping = Awaited<ReturnType<typeof readMapping>>;
const readMapping = (id: string) => call(kitMappingContract.get, { id });

function AmendForm({ type, row }: { type: MappedType; row: Mapping }) {
  const navigate = useNavigate();
  const [products, setProducts] = useState<readonly MappingLine[]>(row.lines);
  const { form, draw } = useCommandForm(
    {
      of: kitMappingContract.amend,
      start: {
        id: row.id,
        lines: row.lines.map(({ productId, qty, optional }) => ({ productId, qty, optional })),
        priceMode: row.priceMode,
        fixedPrice: row.fixedPrice,
        fulfilment: row.fulfilment,
      },
      ifMatch: row.version,
      refresh: ['kit-mapping'],
      fields: { fixedPrice: { when: isFixed, optional: false } },
      done: 'Saved.',
    },
    { onDone: () => void navigate(`/kit-mapping/${type.slug}?kit-mapping=${row.id}`) },
  );
  if (!row.can['amend'])
    return (
      <EmptyState
        title={
          row.status === 'PENDING'
            ? 'Only who made this version changes its products.'
            : 'This version is under review. Make a new version.'
        }
        action={{ label: 'Open the mapping', to: `/kit-mapping/${type.slug}?kit-mapping=${row.id}` }}
      />
    );
  return (
    <Form form={form} wide>
      <Grid form={form} products={products} setProducts={setProducts}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {draw('fulfilment')}
          {draw('priceMode')}
          {isFixed(form.values) ? draw('fixedPrice') : null}
        </SimpleGrid>
        {draw('note')}
      </Grid>
      <SaveBar label="Save products" will="It still waits for the first approver" />
    </Form>
  );
}

interface GridProps {
  form: FormModel;
  products: readonly MappingLine[];
  setProducts: (lines: readonly MappingLine[]) => void;
  children: React.ReactNode;
}

/** The products of a kit, each with its pieces; what one kit comes to stands beside. */
function Grid({ form, products, setProducts, children }: GridProps) {
  const keep = (lines: readonly MappingLine[]) => {
    setProducts(lines);
    form.set(
      'lines',
      lines.map(({ productId, qty, optional }) => ({ productId, qty, optional })),
    );
  };
  const change = (productId: string, values: Partial<MappingLine>) =>
    keep(products.map((line) => (line.productId === productId ? { ...line, ...values } : line)));
  const add = async (productId: unknown) => {
    if (typeof productId !== 'string' || products.some((line) => line.productId === productId)) return;
    const { rows } = await call(kitMappingContract.products, { ids: [productId] });
    const [product] = rows;
    if (product) keep([...products, { ...product, qty: 1, optional: false }]);
  };
  const fault =
    form.errors['lines'] ?? Object.entries(form.errors).find(([name]) => name.startsWith('lines.'))?.[1];
  return (
    <TwoColumns
      main={
        <Stack gap="md">
          <Section title="Kit">
            <Stack gap="md">{children}</Stack>
          </Section>
          <Section title="Products">
            <Stack gap="md">
              <FieldInput
                kind="reference"
                name="product"
                label="Add a product"
                value={null}
                search={searchProducts}
                onChange={(id) => void add(id)}
              />
              {products.length > 0 ? <Lines lines={products} change={change} keep={keep} /> : null}
              {fault ? (
                <Text size="sm" c="var(--a-danger-text)" role="alert">
                  {fault}
                </Text>
              ) : null}
            </Stack>
          </Section>
        </Stack>
      }
      rail={<Total form={form} lines={products} />}
    />
  );
}

const searchProducts = async (q: string) =>
  (await call(kitMappingContract.products, { q })).rows.map(({ productId, name, sku }) => ({
    id: productId,
    label: `${name} (${sku})`,
  }));

function Lines({
  lines,
  change,
  keep,
}: {
  lines: readonly MappingLine[];
  change: (productId: string, values: Partial<MappingLine>) => void;
  keep: (lines: readonly MappingLine[]) => void;
}) {
  return (
    <ShortTable
      label="Products of the kit"
      rows={lines}
      keyOf={(line) => line.productId}
      minWidth={620}
      columns={[
        textColumn('name', 'Product', (line: MappingLine) => <ProductName {...line} />),
        textColumn(
          'qty',
          'Pieces',
          (line: MappingLine) => (
            <FieldInput
              kind="integer"
              name={`qty-${line.sku}`}
              bare
              label={`Pieces of ${line.name}`}
              value={line.qty}
              onChange={(qty) => change(line.productId, { qty: typeof qty === 'number' ? qty : 0 })}
            />
          ),
          { width: 110 },
        ),
        moneyColumn('price', 'Price each', (line: MappingLine) => line.price, {
          second: (line) => `GST ${formatPercent(line.rateBp)}`,
        }),
        textColumn(
          'remove',
          '',
          (line: MappingLine) => (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => keep(lines.filter((one) => one.productId !== line.productId))}
            >
              Remove
            </Button>
          ),
          { width: 100 },
        ),
      ]}
    />
  );
}

function Total({ form, lines }: { form: FormModel; lines: readonly MappingLine[] }) {
  const fixed = form.values['fixedPrice'];
  const price = kitPrice(lines, isFixed(form.values) && typeof fixed === 'number' ? fixed : null);
  const grams = lines.reduce((sum, line) => sum + line.weightG * line.qty, 0);
  return (
    <Section title="One kit">
      <Facts
        items={[
          { label: 'Products', value: lines.length },
          { label: 'Weight', value: `${(grams / 1000).toFixed(2)} kg` },
          ...(price
            ? [
                { label: 'Before tax', value: <Money paise={price.taxable} /> },
                { label: 'GST', value: <Money paise={price.tax} /> },
                { label: 'Total', value: <Money paise={price.total} /> },
              ]
            : [{ label: 'Price', value: lines.length > 0 ? 'A product has no price yet' : '–' }]),
        ]}
      />
    </Section>
  );
}

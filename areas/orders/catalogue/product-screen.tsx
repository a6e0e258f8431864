import { formatPercent } from '@aangan/money/format.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Anchor, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { MarginPanel } from '../margin/margin-panel.tsx';
import '../orders-look.tsx';
import { type ProductPage, productContract } from './product.contract.ts';

const PRODUCTS = '/retailer-margin/product/list-of-product-retail-margin';
const crumbs = [{ label: 'Products and margin', to: PRODUCTS }];

const measures = ['weightG', 'lengthMm', 'widthMm', 'heightMm'] as const;
const buying = ['uom', 'minOrderQty', 'packQty', 'hsn'] as const;
const flags = ['inWowKit', 'category', 'tracksStock', 'active'] as const;

/** /retailer-margin/update-product/{productID}: a product, its margin and its prices; `new` adds one. */
export function ProductScreen() {
  const { productID = 'new' } = useParams();
  return productID === 'new' ? <NewProduct /> : <Existing id={productID} />;
}

function NewProduct() {
  const navigate = useNavigate();
  return (
    <PageFrame title="New product" crumbs={crumbs}>
      <CommandForm
        of={productContract.add}
        start={{
          kind: 'ITEM',
          gender: 'BOTH',
          uom: 'PCS',
          inWowKit: false,
          minOrderQty: 1,
          packQty: 1,
          tracksStock: true,
          active: true,
          imageIds: [],
        }}
        groups={[
          { title: 'Product', names: ['name', 'sku', 'kind', 'gender'], columns: 2 },
          { names: ['description', 'imageIds'] },
          { title: 'Buying and tax', names: buying, columns: 2 },
          { title: 'Size and weight', names: measures, columns: 2 },
          { title: 'Where it is used', names: flags, columns: 2 },
        ]}
        fields={{ category: { when: (values) => values['inWowKit'] === true, optional: false } }}
        confirm="Add product"
        will="Its price is asked for next"
        refresh={['product', 'product-margin']}
        done="Added. Ask for its margin now."
        draft="product:new"
        onDone={({ id }) => void navigate(`/retailer-margin/update-product/${id}?tab=margin`)}
        onCancel={() => void navigate(PRODUCTS)}
      />
    </PageFrame>
  );
}

function Existing({ id }: { id: string }) {
  const query = useQuery(productContract.page, { id }, { fresh: 0 });
  return (
    <PageFrame title={query.data?.product.name ?? 'Product'} crumbs={crumbs}>
      <QueryState query={query}>
        {(page) => (
          <PageTabs
            tabs={[
              { value: 'product', label: 'Product', content: <Product page={page} /> },
              {
                value: 'margin',
                label: 'Margin',
                hidden: page.product.kind === 'APPAREL_STYLE',
                content: <MarginPanel key={page.request?.id ?? ''} page={page} />,
              },
              {
                value: 'prices',
                label: 'Price history',
                hidden: page.product.kind === 'APPAREL_STYLE',
                count: page.prices.length,
                content: <Prices page={page} />,
              },
              {
                value: 'sizes',
                label: 'Sizes',
                hidden: page.product.kind !== 'APPAREL_STYLE',
                count: page.sizes.length,
                content: <Sizes page={page} />,
              },
            ]}
          />
        )}
      </QueryState>
    </PageFrame>
  );
}

function Product({ page: { id, product, images, can } }: { page: ProductPage }) {
  const navigate = useNavigate();
  const { version, kind: _kind, sizeCode: _size, style: _style, ...values } = product;
  return (
    <Stack gap="md">
      {images.length > 0 ? (
        <SimpleGrid cols={{ base: 3, sm: 6 }} spacing="sm">
          {images.map((image) => (
            <Image
              key={image.id}
              src={image.url}
              alt={image.name}
              radius="sm"
              h={110}
              fit="contain"
              style={{ objectPosition: 'left' }}
            />
          ))}
        </SimpleGrid>
      ) : null}
      {can['change'] ? (
        <CommandForm
          key={version}
          of={productContract.change}
          start={{ id, ...values, imageIds: images.map((image) => image.id) }}
          ifMatch={version}
          groups={[
            { title: 'Product', names: ['name', 'sku', 'gender'], columns: 2 },
            { names: ['description', 'imageIds'] },
            { title: 'Buying and tax', names: buying, columns: 2 },
            { title: 'Size and weight', names: measures, columns: 2 },
            { title: 'Where it is used', names: flags, columns: 2 },
          ]}
          fields={{
            imageIds: { chosenNames: Object.fromEntries(images.map((image) => [image.id, image.name])) },
          }}
          confirm="Save product"
          refresh={['product', 'product-margin']}
          done="Saved."
          onCancel={() => void navigate(PRODUCTS)}
        />
      ) : (
        <Text c="dimmed">Head office’s product team changes products.</Text>
      )}
    </Stack>
  );
}

const Prices = ({ page: { prices } }: { page: ProductPage }) =>
  prices.length === 0 ? (
    <EmptyState title="No price yet" help="It appears once both approvers have approved a margin." />
  ) : (
    <ShortTable
      label="Price history"
      rows={prices}
      keyOf={(price) => price.fromOn}
      columns={[
        dayColumn('fromOn', 'From', (price: ProductPage['prices'][number]) => price.fromOn),
        moneyColumn('mrp', 'MRP', (price: ProductPage['prices'][number]) => price.mrp),
        textColumn(
          'margin',
          'Margin',
          (price: ProductPage['prices'][number]) => formatPercent(price.marginBp),
          {
            align: 'end',
          },
        ),
        moneyColumn('price', 'Price before tax', (price: ProductPage['prices'][number]) => price.price),
        textColumn('approver1', 'Approver 1', (price: ProductPage['prices'][number]) => price.approver1),
        textColumn('approver2', 'Approver 2', (price: ProductPage['prices'][number]) => price.approver2),
      ]}
    />
  );

const Sizes = ({ page: { id, sizes } }: { page: ProductPage }) =>
  sizes.length === 0 ? (
    <EmptyState
      title="No sizes yet"
      help="A style is ordered by its sizes."
      action={{ label: 'Add sizes', to: `/uniform/editUnifromProductApparel/${id}` }}
    />
  ) : (
    <ShortTable
      label="Sizes"
      rows={sizes}
      keyOf={(size) => size.id}
      columns={[
        textColumn('size', 'Size', (size: ProductPage['sizes'][number]) => size.sizeCode),
        textColumn('sku', 'SKU', (size: ProductPage['sizes'][number]) => (
          <Anchor component={Link} to={`/retailer-margin/update-product/${size.id}?tab=margin`}>
            {size.sku}
          </Anchor>
        )),
        moneyColumn('price', 'Price before tax', (size: ProductPage['sizes'][number]) => size.price),
      ]}
    />
  );

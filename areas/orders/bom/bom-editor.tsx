import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { productCategories } from '../catalogue/product-words.ts';
import { type BomLine, bomContract as contract, type WowProduct } from './bom.contract.ts';

type Lines = Readonly<Record<string, BomLine>>;
interface Start {
  id: string | null;
  version: number;
  modelId: string | null;
  note: string;
  lines: Lines;
}

const EMPTY: Start = { id: null, version: 0, modelId: null, note: '', lines: {} };
const lineOf = ({ productId }: WowProduct): BomLine => ({
  productId,
  qty: 1,
  minQty: 0,
  maxQty: 2,
  mandatory: false,
  room: null,
});

/** Writes a version, or changes one of one's own that nobody has decided on. */
export function BomEditor({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery(contract.get, { id: id ?? '' }, { enabled: id !== null, fresh: 0 });
  if (id === null) return <Editor start={EMPTY} onClose={onClose} />;
  return (
    <QueryState query={query}>
      {(view) => (
        <Editor
          key={view.id}
          start={{
            id: view.id,
            version: view.version,
            modelId: view.modelId,
            note: view.note ?? '',
            lines: Object.fromEntries(
              view.lines.map(({ productId, qty, minQty, maxQty, mandatory, room }) => [
                productId,
                { productId, qty, minQty, maxQty, mandatory, room },
              ]),
            ),
          }}
          onClose={onClose}
        />
      )}
    </QueryState>
  );
}

function Editor({ start, onClose }: { start: Start; onClose: () => void }) {
  const models = useQuery(contract.models, {});
  const products = useQuery(contract.products, {});
  const [modelId, setModelId] = useState(start.modelId);
  const [note, setNote] = useState(start.note);
  const [lines, setLines] = useState<Lines>(start.lines);
  const [touched, setTouched] = useState(false);
  const saved = () => {
    notice.ok('Saved. It waits for the first approver.');
    onClose();
  };
  const create = useCommand(contract.create, { onDone: saved });
  const amend = useCommand(contract.amend, { onDone: saved });
  const error = (start.id === null ? create : amend).error;
  const change = (productId: string, line: BomLine | null) => {
    setTouched(true);
    setLines(({ [productId]: _, ...rest }) => (line ? { ...rest, [productId]: line } : rest));
  };
  // In the order of the catalogue, so that a version reads like the last one.
  const inOrder = (products.data?.rows ?? []).flatMap(({ productId }) => lines[productId] ?? []);
  const save = () => {
    if (start.id !== null) void amend.run({ id: start.id, note, lines: inOrder }, { ifMatch: start.version });
    else void create.run({ modelId: modelId ?? '', note: note.trim() || null, lines: inOrder });
  };
  const total = (products.data?.rows ?? []).reduce(
    (sum, { productId, price }) => sum + (lines[productId]?.qty ?? 0) * (price ?? 0),
    0,
  );
  return (
    <PageFrame
      title={start.id === null ? 'New version' : 'Change version'}
      crumbs={[{ label: 'WOW kit BOM', to: '/place-order/wow-kit-bom-configure' }]}
    >
      <Stack gap="md">
        <Section>
          <Stack gap="md">
            <Select
              label="Model"
              withAsterisk
              disabled={start.id !== null}
              data={(models.data?.rows ?? []).map(({ id, name, seats }) => ({
                value: id,
                label: `${name}, ${seats} seats`,
              }))}
              value={modelId}
              error={error?.fields?.['modelId']}
              onChange={(value) => {
                setTouched(true);
                setModelId(value);
              }}
            />
            <Textarea
              label="Note"
              description={start.id === null ? 'What is new in this version' : 'What you changed and why'}
              withAsterisk={start.id !== null}
              maxLength={300}
              value={note}
              error={error?.fields?.['note']}
              onChange={(event) => {
                setTouched(true);
                setNote(event.currentTarget.value);
              }}
            />
          </Stack>
        </Section>
        <QueryState query={products}>
          {({ rows }) => (
            <>
              {Object.entries(productCategories).map(([category, label]) => {
                const own = rows.filter((one) => one.category === category);
                return own.length === 0 ? null : (
                  <Category key={category} label={label} products={own} lines={lines} onChange={change} />
                );
              })}
              {rows.length === 0 && (
                <Text>No product is offered in WOW kits yet. Mark products of the catalogue so.</Text>
              )}
            </>
          )}
        </QueryState>
        {error && (
          <Alert color="danger" variant="light" role="alert">
            {wordsOf(error, products.data?.rows ?? [], inOrder)}
          </Alert>
        )}
        <Group justify="space-between">
          <Text>
            {`${inOrder.length} products, ${inOrder.reduce((sum, line) => sum + line.qty, 0)} pieces, `}
            <Money paise={total} /> before tax
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              loading={create.running || amend.running}
              disabled={!modelId || inOrder.length === 0 || (start.id !== null && note.trim() === '')}
              onClick={save}
            >
              Save for approval
            </Button>
          </Group>
        </Group>
        <UnsavedGuard guards={() => touched && !create.running && !amend.running} />
      </Stack>
    </PageFrame>
  );
}

/** A refused line by its product: the server names it by its place. */
function wordsOf(
  error: { message: string; fields?: Readonly<Record<string, string>> | undefined },
  products: readonly WowProduct[],
  lines: readonly BomLine[],
): string {
  const [place, text] = Object.entries(error.fields ?? {}).find(([name]) => name.startsWith('lines')) ?? [];
  if (place === undefined || text === undefined) return error.message;
  const line = lines[Number(/^lines\.(\d+)/.exec(place)?.[1] ?? Number.NaN)];
  const product = products.find(({ productId }) => productId === line?.productId)?.product;
  return product ? `${product}: ${text}` : text;
}

interface CategoryProps {
  label: string;
  products: readonly WowProduct[];
  lines: Lines;
  onChange: (productId: string, line: BomLine | null) => void;
}

function Category({ label, products, lines, onChange }: CategoryProps) {
  return (
    <Section title={label} flush>
      <Table.ScrollContainer minWidth={880}>
        <Table aria-label={label} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              <Table.Th ta="end">Price</Table.Th>
              <Table.Th w={100}>Pieces</Table.Th>
              <Table.Th w={100}>From</Table.Th>
              <Table.Th w={100}>To</Table.Th>
              <Table.Th>Mandatory</Table.Th>
              <Table.Th w={160}>Room</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {products.map((one) => (
              <Line
                key={one.productId}
                product={one}
                line={lines[one.productId] ?? null}
                onChange={onChange}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Line({
  product: one,
  line,
  onChange,
}: {
  product: WowProduct;
  line: BomLine | null;
  onChange: CategoryProps['onChange'];
}) {
  const number = (key: 'qty' | 'minQty' | 'maxQty', words: string) =>
    line && (
      <NumberInput
        size="sm"
        hideControls
        allowDecimal={false}
        allowNegative={false}
        max={10_000}
        aria-label={`${words} of ${one.product}`}
        value={line[key]}
        error={key === 'qty' && !(line.minQty <= line.qty && line.qty <= line.maxQty)}
        onChange={(value) => onChange(one.productId, { ...line, [key]: Number(value) || 0 })}
      />
    );
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          label={one.product}
          description={one.sku}
          checked={line !== null}
          onChange={(event) => onChange(one.productId, event.currentTarget.checked ? lineOf(one) : null)}
        />
      </Table.Td>
      <Table.Td ta="end">{one.price === null ? 'No price' : <Money paise={one.price} />}</Table.Td>
      <Table.Td>{number('qty', 'Pieces')}</Table.Td>
      <Table.Td>{number('minQty', 'Fewest')}</Table.Td>
      <Table.Td>{number('maxQty', 'Most')}</Table.Td>
      <Table.Td>
        {line && (
          <Checkbox
            aria-label={`${one.product} is mandatory`}
            checked={line.mandatory}
            onChange={(event) => {
              const mandatory = event.currentTarget.checked;
              onChange(one.productId, {
                ...line,
                mandatory,
                minQty: mandatory ? Math.max(1, line.minQty) : line.minQty,
              });
            }}
          />
        )}
      </Table.Td>
      <Table.Td>
        {line && (
          <TextInput
            size="sm"
            maxLength={40}
            aria-label={`Room of ${one.product}`}
            value={line.room ?? ''}
            onChange={(event) =>
              onChange(one.productId, { ...line, room: event.currentTarget.value || null })
            }
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

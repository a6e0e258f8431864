import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { bomContract } from '../bom/bom.contract.ts';
import { emptyCart, keepCart, keptCart, type WowCart } from './wow-cart.tsx';
import { WowCatalogue, WowCheck } from './wow-catalogue.tsx';
import { wowOrderContract as contract } from './wow-order.contract.ts';
import { LIST, orderPath } from './wow-paths.ts';

const NEW: WowCart = { modelId: null, b2bId: '', email: '', items: {} };
const ADDRESS = /^\S+@\S+\.\S+$/;
const KEEP_MS = 400;

/** /place-order/wow-kit-ordering: centre and model, the pieces in the bounds of its BOM, and a last look. */
export function WowOrdering() {
  const { franchisee } = useSession();
  const [revises] = useParam('revises');
  return (
    <PageFrame title="Order a WOW kit" context="centre" crumbs={[{ label: 'WOW kit orders', to: LIST }]}>
      {franchisee === null ? (
        <EmptyState
          title="Select Franchisee"
          help="A WOW kit is ordered for one centre. Choose it in the top bar."
        />
      ) : revises ? (
        <Revision key={`${franchisee.id} ${revises}`} franchiseeId={franchisee.id} id={revises} />
      ) : (
        <Kept key={franchisee.id} franchiseeId={franchisee.id} />
      )}
    </PageFrame>
  );
}

/** Begins with what this device kept of an open order. */
function Kept({ franchiseeId }: { franchiseeId: number }) {
  const { me } = useSession();
  const [start, setStart] = useState<WowCart | null>(null);
  const email = me?.email ?? '';
  useEffect(() => {
    let gone = false;
    void keptCart(franchiseeId).then((kept) => {
      if (!gone) setStart(kept ?? { ...NEW, email });
    });
    return () => {
      gone = true;
    };
  }, [franchiseeId, email]);
  return start && <Wizard franchiseeId={franchiseeId} start={start} revisesId={null} />;
}

/** Begins with the pieces of a rejected order. */
function Revision({ franchiseeId, id }: { franchiseeId: number; id: string }) {
  const query = useQuery(contract.get, { id, franchiseeId }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(order) => (
        <Wizard
          franchiseeId={franchiseeId}
          revisesId={order.id}
          start={{
            modelId: order.modelId,
            b2bId: order.b2bId,
            email: order.email,
            items: Object.fromEntries(order.items.map(({ productId, qty }) => [productId, qty])),
          }}
        />
      )}
    </QueryState>
  );
}

interface WizardProps {
  franchiseeId: number;
  start: WowCart;
  revisesId: string | null;
}

function Wizard({ franchiseeId, start, revisesId }: WizardProps) {
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [cart, setCart] = useState(start);
  const [comment, setComment] = useState('');
  const models = useQuery(bomContract.models, {});
  const catalogue = useQuery(
    contract.catalogue,
    { modelId: cart.modelId ?? '' },
    { enabled: cart.modelId !== null },
  );
  const initiate = useCommand(contract.initiate, {
    onDone: ({ id, number }) => {
      void emptyCart(franchiseeId);
      notice.ok(`Initiated as ${number}. The zone manager decides first.`);
      void navigate(orderPath({ id, franchiseeId }));
    },
  });
  // A moment after the last change, so that typing does not write with every key.
  useEffect(() => {
    if (cart === start) return;
    const timer = setTimeout(() => void keepCart(franchiseeId, cart), KEEP_MS);
    return () => clearTimeout(timer);
  }, [cart, start, franchiseeId]);
  const set = (change: Partial<WowCart>) => setCart((now) => ({ ...now, ...change }));
  const [asked, setAsked] = useState(false);
  const missing = {
    modelId: cart.modelId === null && 'Choose a model.',
    b2bId: cart.b2bId.trim() === '' && 'Enter the B2B ID of the centre.',
    email: !ADDRESS.test(cart.email.trim()) && 'Enter an e-mail address, for example name@school.in.',
  };
  const fields = initiate.error?.fields ?? {};
  const fault = (field: keyof typeof missing) => (asked && missing[field]) || fields[field];
  const choose = () => (Object.values(missing).some(Boolean) ? setAsked(true) : setStep(1));
  const offered = (models.data?.rows ?? []).filter(({ activeBomId }) => activeBomId !== null);
  const send = () =>
    void initiate.run({
      modelId: cart.modelId ?? '',
      bomId: catalogue.data?.bomId ?? '',
      b2bId: cart.b2bId.trim(),
      email: cart.email.trim(),
      comment: comment.trim() || null,
      revisesId,
      items: (catalogue.data?.lines ?? []).flatMap(({ productId }) => {
        const qty = cart.items[productId] ?? 0;
        return qty > 0 ? [{ productId, qty }] : [];
      }),
    });
  return (
    <Stack gap="md">
      <Steps steps={['Centre and model', 'Products', 'Check']} active={step} />
      {step === 0 && (
        <Section title="Centre and model">
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <Select
                label="Model"
                withAsterisk
                disabled={revisesId !== null}
                data={offered.map(({ id, name, seats, areaSqft }) => ({
                  value: id,
                  label: `${name}: ${seats} seats, ${areaSqft} sq ft`,
                }))}
                value={cart.modelId}
                error={fault('modelId')}
                onChange={(modelId) => set({ modelId, items: {} })}
              />
              <TextInput
                label="B2B ID"
                withAsterisk
                maxLength={40}
                value={cart.b2bId}
                error={fault('b2bId')}
                onChange={(event) => set({ b2bId: event.currentTarget.value })}
              />
              <TextInput
                label="E-mail"
                type="email"
                withAsterisk
                maxLength={200}
                value={cart.email}
                error={fault('email')}
                onChange={(event) => set({ email: event.currentTarget.value })}
              />
            </SimpleGrid>
            {models.data && offered.length === 0 && (
              <Text c="dimmed">No model has an active bill of material yet. The product team makes it.</Text>
            )}
            <Group justify="flex-end">
              <Button onClick={choose}>Choose products</Button>
            </Group>
          </Stack>
        </Section>
      )}
      {step === 1 && (
        <QueryState query={catalogue}>
          {({ lines }) => (
            <WowCatalogue
              lines={lines}
              items={cart.items}
              onItems={(items) => set({ items })}
              onBack={() => setStep(0)}
              onNext={() => setStep(2)}
            />
          )}
        </QueryState>
      )}
      {step === 2 && (
        <QueryState query={catalogue}>
          {({ lines }) => (
            <WowCheck
              lines={lines}
              items={cart.items}
              comment={comment}
              onComment={setComment}
              error={initiate.error}
              running={initiate.running}
              onBack={() => setStep(1)}
              onSend={send}
            />
          )}
        </QueryState>
      )}
    </Stack>
  );
}

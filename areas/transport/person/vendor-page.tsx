// /transport/vendors/{vendorID}/view: a vendor, its people and their papers, and its states.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { escortContract as contract } from './escort.contract.ts';
import { documentKinds, vendorActions, vendorKinds, vendorStates } from './escort.states.ts';
import { REFRESH, VENDORS, vendorPath } from './escort-look.tsx';
import { DocumentLine } from './vendor-documents.tsx';
import { PersonLine } from './vendor-form.tsx';

type Move = keyof typeof vendorActions;

export function VendorPage() {
  const { vendorID = '' } = useParams();
  const query = useQuery(contract.vendor, { id: vendorID }, { fresh: 0 });
  const [move, ask] = useState<Move | null>(null);
  const view = query.data;
  const steps = view?.can['edit'] ? (actionsFrom(vendorStates, view.status) as Move[]) : [];
  return (
    <PageFrame
      title={view?.name ?? 'Vendor'}
      context="centre"
      crumbs={[{ label: 'Vendors', to: VENDORS }]}
      primary={
        view?.can['upload'] ? { label: 'Documents', to: vendorPath(vendorID, 'documents') } : undefined
      }
      menu={[
        { label: 'Edit', to: vendorPath(vendorID, 'edit'), hidden: !view?.can['edit'] },
        { label: 'Log', to: vendorPath(vendorID, 'logs') },
        ...steps.map((step) => ({ label: vendorActions[step], run: () => ask(step) })),
      ]}
    >
      <QueryState query={query}>{(known) => <Body view={known} />}</QueryState>
      {move && view && (
        <CommandDialog
          of={contract.moveVendor}
          title={`${vendorActions[move]}: ${view.name}`}
          {...(move === 'suspend' && {
            text: 'Its people may not be used from now on, and their cards stop to count at once.',
          })}
          {...(move === 'close' && {
            text: 'Its people leave with it: their cards, postings and accounts end today.',
          })}
          confirm={vendorActions[move]}
          danger={move === 'suspend' || move === 'close'}
          start={{ id: view.id, action: move }}
          ifMatch={view.version}
          refresh={REFRESH}
          done="Saved."
          onClose={() => ask(null)}
        />
      )}
    </PageFrame>
  );
}

const Body = ({ view }: { view: OutputOf<typeof contract.vendor> }) => (
  <Stack gap="md">
    <Group>
      <StatusTag area="escort-vendor" state={view.status} />
    </Group>
    {view.missing.length > 0 && (
      <Text size="sm" c="var(--mantine-color-error)">
        {`Missing: ${view.missing.map((kind) => documentKinds[kind]).join(', ')}`}
      </Text>
    )}
    <Facts
      items={[
        { label: 'Kind', value: vendorKinds[view.kind] },
        { label: 'Contact', value: view.contact },
        { label: 'Phone', value: <PhoneText phone={view.phone} /> },
        { label: 'E-mail', value: view.email, hidden: !view.email },
        { label: 'Address', value: view.address, hidden: !view.address },
        { label: 'PAN', value: view.pan, hidden: !view.pan },
        { label: 'Agreement', value: view.agreementNo, hidden: !view.agreementNo },
        {
          label: 'Agreement to',
          value: <DateText day={view.agreementTo} />,
          hidden: !view.agreementTo,
        },
      ]}
    />
    <Section title="People">
      {view.people.length === 0 && <Text className="quiet">Nobody yet.</Text>}
      {view.people.map((person) => (
        <Line key={person.id}>
          <PersonLine person={person} />
        </Line>
      ))}
    </Section>
    <Section title="Documents">
      {view.documents.length === 0 && <Text className="quiet">Nothing is recorded yet.</Text>}
      {view.documents.map((one) => (
        <DocumentLine
          key={one.id}
          document={one}
          of={view.people.find(({ id }) => id === one.personId)?.name ?? view.name}
        />
      ))}
    </Section>
  </Stack>
);

// /transport/vendors/create and /{vendorID}/edit: what a vendor is, and its people.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { openFile } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { ActionMenu, PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { escortContract as contract, type EscortPerson } from './escort.contract.ts';
import { escortRoles, personActions, personStates } from './escort.states.ts';
import { escortAccountContract } from './escort-account.contract.ts';
import { REFRESH, VENDORS, vendorPath } from './escort-look.tsx';

type View = OutputOf<typeof contract.vendor>;
type Move = keyof typeof personActions;
const groups = [
  { title: 'Vendor', names: ['name', 'kind', 'contact', 'phone', 'email', 'address'], columns: 2 },
  { title: 'Contract', names: ['pan', 'agreementNo', 'agreementTo'], columns: 2 },
] as const;

export function AddVendor() {
  const navigate = useNavigate();
  return (
    <PageFrame title="Add vendor" context="centre" crumbs={[{ label: 'Vendors', to: VENDORS }]}>
      <CommandForm
        of={contract.addVendor}
        groups={groups}
        refresh={REFRESH}
        draft="escort-vendor:new"
        start={{ kind: 'COMPANY' }}
        confirm="Add vendor"
        will="Another person verifies it"
        done="The vendor is there. Add its people now."
        onDone={({ id }) => void navigate(vendorPath(id, 'edit'))}
      />
    </PageFrame>
  );
}

export function EditVendor() {
  const { vendorID = '' } = useParams();
  const query = useQuery(contract.vendor, { id: vendorID }, { fresh: 0 });
  return (
    <PageFrame
      title="Edit vendor"
      context="centre"
      crumbs={[
        { label: 'Vendors', to: VENDORS },
        ...(query.data ? [{ label: query.data.name, to: vendorPath(vendorID, 'view') }] : []),
      ]}
      menu={[{ label: 'Documents', to: vendorPath(vendorID, 'documents') }]}
    >
      <QueryState query={query}>
        {(view) => (
          <Stack gap="md">
            <People view={view} />
            {view.can['edit'] && <ChangeVendor view={view} />}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

const ChangeVendor = ({ view }: { view: View }) => (
  <CommandForm
    key={view.version}
    of={contract.changeVendor}
    groups={groups}
    refresh={REFRESH}
    start={{
      id: view.id,
      name: view.name,
      kind: view.kind,
      contact: view.contact,
      phone: view.phone,
      email: view.email,
      address: view.address,
      pan: view.pan,
      agreementNo: view.agreementNo,
      agreementTo: view.agreementTo,
    }}
    ifMatch={view.version}
    confirm="Save vendor"
    done="Saved."
  />
);

type Asked =
  | { add: true }
  | { account: EscortPerson }
  | { change: EscortPerson }
  | { move: Move; person: EscortPerson };

function People({ view }: { view: View }) {
  const [asked, ask] = useState<Asked | null>(null);
  const print = useCommand(contract.printCard, {
    refresh: REFRESH,
    onDone: ({ fileId }) => void openFile(fileId),
    onError: (error) => notice.error(error),
  });
  const mayEdit = view.can['edit'] === true;
  const close = () => ask(null);
  const shared = { refresh: REFRESH, done: 'Saved.', onClose: close };
  return (
    <Section
      title="People"
      actions={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => ask({ add: true })}>
            Add person
          </Button>
        )
      }
    >
      {view.people.length === 0 && <Text className="quiet">Nobody yet.</Text>}
      {view.people.map((person) => (
        <Line
          key={person.id}
          end={
            mayEdit && person.status !== 'LEFT' ? (
              <ActionMenu
                label={`More: ${person.name}`}
                actions={[
                  { label: 'Edit', run: () => ask({ change: person }) },
                  {
                    label: 'Print card',
                    hidden: person.status !== 'VERIFIED',
                    run: () => void print.run({ id: person.id }),
                  },
                  { label: 'Sign-in account', run: () => ask({ account: person }) },
                  ...(actionsFrom(personStates, person.status) as Move[]).map((move) => ({
                    label: personActions[move],
                    run: () => ask({ move, person }),
                  })),
                ]}
              />
            ) : null
          }
        >
          <PersonLine person={person} />
        </Line>
      ))}
      {asked && 'add' in asked && (
        <CommandDialog
          of={contract.addPerson}
          title="Add person"
          text="The papers come next: another person verifies them, then the person."
          confirm="Add person"
          start={{ vendorId: view.id }}
          {...shared}
        />
      )}
      {asked && 'change' in asked && (
        <CommandDialog
          of={contract.changePerson}
          title={asked.change.name}
          confirm="Save"
          start={asked.change}
          ifMatch={asked.change.version}
          {...shared}
        />
      )}
      {asked && 'account' in asked && (
        <CommandDialog
          of={escortAccountContract.link}
          title={`Account of ${asked.account.name}`}
          text="Whoever signs in with it sees the trips of this person. Make the account in Users first, as Driver or Escort."
          confirm="Save"
          start={{ id: asked.account.id }}
          ifMatch={asked.account.version}
          {...shared}
        />
      )}
      {asked && 'move' in asked && (
        <CommandDialog
          of={contract.movePerson}
          title={`${personActions[asked.move]}: ${asked.person.name}`}
          {...(asked.move === 'suspend' && { text: 'The card stops to count at once.' })}
          confirm={personActions[asked.move]}
          danger={asked.move === 'suspend' || asked.move === 'leave'}
          start={{ id: asked.person.id, action: asked.move }}
          ifMatch={asked.person.version}
          {...shared}
        />
      )}
    </Section>
  );
}

/** Somebody with what they may do today and why not. */
export const PersonLine = ({ person }: { person: EscortPerson }) => (
  <>
    <Group gap="xs">
      <Text fw={500}>{person.name}</Text>
      <StatusTag area="escort-person" state={person.status} />
      {person.status === 'VERIFIED' && <StatusTag area="readiness" state={person.readiness} />}
    </Group>
    <Text size="sm" c="dimmed" component="div">
      {escortRoles[person.role]} · <PhoneText phone={person.phone} />
      {[
        person.vehicle ? formatPlate(person.vehicle) : null,
        person.card ? 'Has a card' : null,
        person.account ? 'Signs in' : null,
        ...(person.status === 'VERIFIED' ? person.reasons : []),
      ]
        .filter(Boolean)
        .map((word) => ` · ${word}`)
        .join('')}
    </Text>
  </>
);

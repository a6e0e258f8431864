import { addDays, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Modal, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { languageName, languageOptions } from '../enquiry/language-names.ts';
import { outOf } from './allocation-look.tsx';
import { leadAllocationContract, type RosterPerson } from './lead-allocation.contract.ts';

/** Who can take leads here, how much they have, and who is away. */
export function RosterTab() {
  const { franchisee } = useSession();
  if (!franchisee)
    return (
      <EmptyState title="Choose a centre" help="The roster is one centre’s: its people and what they have." />
    );
  return <Roster />;
}

function Roster() {
  const { holds } = useSession();
  const roster = useQuery(leadAllocationContract.roster, {}, { every: 60_000 });
  const [covered, setCovered] = useState<RosterPerson | null>(null);
  const [speaking, setSpeaking] = useState<RosterPerson | null>(null);
  const mayWrite = holds(leadAllocationContract.cover.module, true);
  return (
    <QueryState query={roster}>
      {({ rows }) => (
        <Section title="People" help="Lightest load first. Whoever is away or full stands last." flush>
          {rows.length === 0 ? (
            <EmptyState
              title="Nobody may own enquiries here"
              help="Give somebody a role with enquiries first."
            />
          ) : (
            <Table.ScrollContainer minWidth={900}>
              <Table horizontalSpacing="md" verticalSpacing="sm" style={{ whiteSpace: 'nowrap' }}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Person</Table.Th>
                    <Table.Th ta="end">Today</Table.Th>
                    <Table.Th ta="end">Open</Table.Th>
                    <Table.Th ta="end">Calls due</Table.Th>
                    <Table.Th>Speaks</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th>Last lead</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((one) => (
                    <Line
                      key={one.id}
                      person={one}
                      mayWrite={mayWrite}
                      onCover={() => setCovered(one)}
                      onLanguages={() => setSpeaking(one)}
                    />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
          {covered && <CoverDialog absent={covered} people={rows} onClose={() => setCovered(null)} />}
          {speaking && <LanguagesDialog person={speaking} onClose={() => setSpeaking(null)} />}
        </Section>
      )}
    </QueryState>
  );
}

interface LineProps {
  person: RosterPerson;
  mayWrite: boolean;
  onCover: () => void;
  onLanguages: () => void;
}

function Line({ person, mayWrite, onCover, onLanguages }: LineProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={500}>{person.name}</Text>
        <Text fz="sm" className="quiet">
          {person.rules.length > 0 ? person.rules.join(', ') : 'In no rule'}
        </Text>
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {outOf(person.today, person.quota)}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {outOf(person.open, person.maxOpen)}
      </Table.Td>
      <Table.Td ta="end" className="figures">
        {formatCount(person.due)}
      </Table.Td>
      <Table.Td>
        {person.languages.length > 0 ? (
          person.languages.map(languageName).join(', ')
        ) : (
          <span className="quiet">–</span>
        )}
      </Table.Td>
      <Table.Td>
        {person.leaveUntil ? (
          <>
            <Tag tone="warning">{`Away until ${formatDay(person.leaveUntil)}`}</Tag>
            {person.coverName && (
              <Text fz="sm" className="quiet">
                {person.coverName} covers
              </Text>
            )}
          </>
        ) : person.against ? (
          <Tag tone="warning">Full</Tag>
        ) : person.rules.length === 0 ? (
          <Tag tone="neutral">Manual only</Tag>
        ) : (
          <Tag tone="success">Takes leads</Tag>
        )}
      </Table.Td>
      <Table.Td>
        <InstantText at={person.lastLeadAt} ago />
      </Table.Td>
      <Table.Td ta="end">
        <ActionMenu
          label={`Actions of ${person.name}`}
          actions={[
            { label: 'Give the calls of some days to…', run: onCover, hidden: !mayWrite },
            { label: 'Languages they speak…', run: onLanguages, hidden: !mayWrite },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** A family that cannot be talked with goes to somebody who speaks its language. */
function LanguagesDialog({ person, onClose }: { person: RosterPerson; onClose: () => void }) {
  const form = useForm(leadAllocationContract.saveLanguages, {
    start: { userId: person.id, languages: person.languages },
    refresh: ['lead-allocation'],
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Languages of ${person.name}`}>
      <Form form={form}>
        <Field
          name="languages"
          label="Speaks"
          kind="choices"
          optional
          options={languageOptions}
          help="Families of these languages are handed over after the outcome Language"
        />
        <SaveBar label="Save" onCancel={onClose} />
      </Form>
    </Modal>
  );
}

interface CoverDialogProps {
  /** Chosen already, from the roster; else the form asks. */
  absent?: { id: string; name: string };
  people: readonly { id: string; name: string }[];
  onClose: () => void;
}

/** One action for a day of leave: the calls show in somebody else's queue, owners stay. */
export function CoverDialog({ absent, people, onClose }: CoverDialogProps) {
  const tomorrow = addDays(todayIst(new Date()), 1);
  const nameOf = (id: unknown) => people.find((one) => one.id === id)?.name.split(' ')[0] ?? '';
  const form = useForm(leadAllocationContract.cover, {
    start: { userId: absent?.id ?? null, coverId: null, fromOn: tomorrow, toOn: tomorrow },
    refresh: ['follow-up', 'allocation-rule'],
    onDone: ({ due }) => {
      notice.ok(
        due === 0
          ? 'The cover is set. No call is due yet.'
          : `${due === 1 ? 'One call appears' : `${due} calls appear`} in ${nameOf(form.values['coverId'])}’s queue, marked for ${nameOf(form.values['userId'])}.`,
      );
      onClose();
    },
  });
  const options = people.map((one) => ({ value: one.id, label: one.name }));
  return (
    <Modal opened onClose={onClose} title={absent ? `Who covers ${absent.name}?` : 'Add a cover'}>
      <Form form={form}>
        <Stack gap="md">
          <Text>
            The calls show in the other person’s queue, owners stay. New leads pass the absent person by.
          </Text>
          {!absent && <Field name="userId" label="Who is away" kind="choice" options={options} />}
          <Field
            name="coverId"
            label="Who makes the calls"
            kind="choice"
            options={options.filter((one) => one.value !== form.values['userId'])}
          />
          <SimpleGrid cols={2} spacing="md">
            <Field name="fromOn" label="From" kind="date" />
            <Field name="toOn" label="Until" kind="date" />
          </SimpleGrid>
        </Stack>
        <SaveBar label="Set cover" onCancel={onClose} />
      </Form>
    </Modal>
  );
}

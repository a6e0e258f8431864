import { addDays, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { languageName } from '../enquiry/language-names.ts';
import { outOf } from './allocation-look.tsx';
import { leadAllocationContract, type RosterPerson } from './lead-allocation.contract.ts';

const columns: readonly Column<RosterPerson>[] = [
  {
    id: 'name',
    label: 'Person',
    cell: (one) => <Text fw={500}>{one.name}</Text>,
    second: (one) => one.rules.join(', ') || 'In no rule',
  },
  textColumn('today', 'Today', (one) => outOf(one.today, one.quota), { align: 'end' }),
  textColumn('open', 'Open', (one) => outOf(one.open, one.maxOpen), { align: 'end' }),
  textColumn('due', 'Calls due', (one) => formatCount(one.due), { align: 'end' }),
  textColumn('speaks', 'Speaks', (one) => one.languages.map(languageName).join(', ') || null),
  {
    id: 'state',
    label: 'State',
    cell: (one) =>
      one.leaveUntil ? (
        <Tag tone="warning">{`Away until ${formatDay(one.leaveUntil)}`}</Tag>
      ) : one.against ? (
        <Tag tone="warning">Full</Tag>
      ) : one.rules.length === 0 ? (
        <Tag tone="neutral">Manual only</Tag>
      ) : (
        <Tag tone="success">Takes leads</Tag>
      ),
    second: (one) => one.leaveUntil && one.coverName && `${one.coverName} covers`,
  },
  instantColumn('lastLead', 'Last lead', (one) => one.lastLeadAt),
];

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
            <ShortTable
              label="People"
              rows={rows}
              keyOf={(one) => one.id}
              minWidth={900}
              columns={[
                ...columns,
                {
                  id: 'do',
                  label: '',
                  align: 'end',
                  cell: (one) => (
                    <ActionMenu
                      label={`Actions of ${one.name}`}
                      actions={[
                        {
                          label: 'Give the calls of some days to…',
                          run: () => setCovered(one),
                          hidden: !mayWrite,
                        },
                        { label: 'Languages they speak…', run: () => setSpeaking(one), hidden: !mayWrite },
                      ]}
                    />
                  ),
                },
              ]}
            />
          )}
          {covered && <CoverDialog absent={covered} people={rows} onClose={() => setCovered(null)} />}
          {speaking && <LanguagesDialog person={speaking} onClose={() => setSpeaking(null)} />}
        </Section>
      )}
    </QueryState>
  );
}

/** A family that cannot be talked with goes to somebody who speaks its language. */
const LanguagesDialog = ({ person, onClose }: { person: RosterPerson; onClose: () => void }) => (
  <CommandDialog
    of={leadAllocationContract.saveLanguages}
    title={`Languages of ${person.name}`}
    confirm="Save"
    start={{ userId: person.id, languages: [...person.languages] }}
    // Nobody has to speak another language.
    fields={{ languages: { optional: true } }}
    refresh={['lead-allocation']}
    done="Saved."
    onClose={onClose}
  />
);

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

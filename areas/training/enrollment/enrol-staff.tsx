import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Checkbox, Group, MultiSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { enrollmentContract as contract } from './enrollment.contract.ts';
import { LIST } from './enrollment-list.tsx';

// A hundred people stand above it.
const STICKS = { position: 'sticky', bottom: 0, zIndex: 10, background: 'var(--a-ground)' } as const;
type Choices = OutputOf<typeof contract.choices>;

/** /self-training/add-teacher-enrollment: people and modules, all at once. */
export function EnrolStaff() {
  const query = useQuery(contract.choices, {}, { fresh: 0 });
  return (
    <PageFrame title="Enrol staff" crumbs={[{ label: 'Enrolments', to: LIST }]} context="centre">
      <QueryState query={query}>
        {(choices) =>
          choices.modules.length === 0 ? (
            <EmptyState title="No module is published yet" help="Publish one under Training modules first." />
          ) : (
            <Picker choices={choices} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function Picker({ choices }: { choices: Choices }) {
  const navigate = useNavigate();
  const [modules, setModules] = useState<string[]>([]);
  const [staff, setStaff] = useState<string[]>([]);
  const [q, setQ] = useState('');
  const [dueOn, setDueOn] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [sent, setSent] = useState(false);
  const enrol = useCommand(contract.enrol, {
    refresh: ['teacher-enrollment'],
    onDone: (done) => {
      setSent(true);
      notice.ok(wordsOf(done));
      void navigate(LIST);
    },
  });
  const found = choices.staff.filter(({ name, employeeCode }) =>
    `${name} ${employeeCode}`.toLowerCase().includes(q.trim().toLowerCase()),
  );
  const centres = Map.groupBy(found, ({ centre }) => centre);
  const toggle = (id: string) =>
    setStaff((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const asksFirst = choices.modules.some(({ id, needsApproval }) => needsApproval && modules.includes(id));
  const ready = modules.length > 0 && staff.length > 0;
  return (
    <Stack gap="md">
      <Section title="Modules">
        <Stack gap="md" maw={592}>
          <MultiSelect
            label="Modules"
            placeholder={modules.length === 0 ? 'Choose one or more' : ''}
            searchable
            maxValues={10}
            data={choices.modules.map(({ id, title }) => ({ value: id, label: title }))}
            value={modules}
            onChange={setModules}
            error={enrol.error?.fields?.['moduleIds']}
          />
          <FieldInput
            kind="date"
            name="dueOn"
            label="Due"
            optional
            help="Empty: the days that each module gives"
            value={dueOn}
            onChange={(value) => setDueOn(value === null ? null : String(value))}
            error={enrol.error?.fields?.['dueOn']}
          />
          <Textarea
            label="Note (optional)"
            maxLength={300}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
      </Section>
      <Section
        title="People"
        help="Approved staff. Whoever is enrolled in a module already stays enrolled."
        actions={
          <Button
            size="xs"
            variant="default"
            disabled={found.length === 0}
            onClick={() =>
              setStaff(
                staff.length === Math.min(found.length, 100) ? [] : found.slice(0, 100).map(({ id }) => id),
              )
            }
          >
            {staff.length > 0 && staff.length === Math.min(found.length, 100) ? 'Choose none' : 'Choose all'}
          </Button>
        }
      >
        <Stack gap="md">
          <TextInput
            label="Find"
            placeholder="Name or employee code"
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
            maw={360}
          />
          {found.length === 0 ? <Text c="dimmed">Nobody found.</Text> : null}
          {[...centres].map(([centre, people]) => (
            <Stack key={centre} gap="xs">
              <Text fw={600}>{centre}</Text>
              {people.map(({ id, name, employeeCode }) => (
                <Checkbox
                  key={id}
                  label={`${name}, ${employeeCode}`}
                  checked={staff.includes(id)}
                  onChange={() => toggle(id)}
                />
              ))}
            </Stack>
          ))}
        </Stack>
      </Section>
      {enrol.error ? (
        <Alert color="danger" variant="light" role="alert">
          {enrol.error.fields?.['staffIds'] ?? enrol.error.message}
        </Alert>
      ) : null}
      <Group justify="space-between" py="sm" style={STICKS}>
        <Text c="dimmed">
          {ready
            ? `${staff.length === 1 ? '1 person' : `${staff.length} people`}, ${modules.length === 1 ? '1 module' : `${modules.length} modules`}`
            : modules.length === 0
              ? 'Choose at least one module.'
              : 'Choose at least one person.'}
          {ready && asksFirst ? '. Somebody else has to approve it.' : ''}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={() => void navigate(LIST)}>
            Cancel
          </Button>
          <Button
            disabled={!ready}
            loading={enrol.running}
            onClick={() =>
              void enrol.run({
                staffIds: staff,
                moduleIds: modules,
                dueOn,
                note: note.trim() || null,
              })
            }
          >
            Enrol
          </Button>
        </Group>
      </Group>
      <UnsavedGuard guards={() => (ready || note !== '') && !enrol.running && !sent} />
    </Stack>
  );
}

function wordsOf({ enrolled, waiting, already, notFor }: OutputOf<typeof contract.enrol>): string {
  return [
    `${enrolled} enrolled`,
    ...(waiting > 0 ? [`${waiting} of them to be approved`] : []),
    ...(already > 0 ? [`${already} already enrolled`] : []),
    ...(notFor > 0 ? [`${notFor} not of the categories of a module`] : []),
  ].join(', ');
}

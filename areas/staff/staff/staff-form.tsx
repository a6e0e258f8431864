import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { FormSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { RevealNumber } from './reveal-number.tsx';
import { staffContract } from './staff.contract.ts';
import { sealedFields, type sealedNames, staffFields, staffSections } from './staff-fields.ts';

type Staff = OutputOf<typeof staffContract.get>;
const LIST = '/staff/details';
const crumbs = [{ label: 'Staff', to: LIST }];

export function StaffForm() {
  const { staffId = '' } = useParams();
  const query = useQuery(staffContract.get, { id: staffId }, { fresh: 0 });
  return (
    <QueryState
      query={query}
      skeleton={
        <PageFrame title="Edit staff" crumbs={crumbs}>
          <FormSkeleton />
        </PageFrame>
      }
    >
      {(person) => <Edit key={person.version} person={person} reload={() => void query.refetch()} />}
    </QueryState>
  );
}

function Edit({ person, reload }: { person: Staff; reload: () => void }) {
  const navigate = useNavigate();
  const form = useForm(staffContract.update, {
    start: { id: person.id, ...person.values },
    fields: staffFields,
    row: { ...person.values, ...rowLabels(person) },
    ifMatch: person.version,
    onDone: () => {
      notice.ok('Saved.');
      void navigate(`${LIST}?staff=${person.id}`);
    },
  });
  const title = `${person.name} · ${person.employeeCode}`;
  if (!person.can['update'])
    return (
      <PageFrame title={title} crumbs={crumbs}>
        <EmptyState
          title={person.status === 'LEFT' ? 'This person has left' : 'You may look, not change'}
          help={person.status === 'LEFT' ? 'Take the person back first to change anything.' : undefined}
          action={{ label: 'Back to staff', to: `${LIST}?staff=${person.id}` }}
        />
      </PageFrame>
    );
  return (
    <PageFrame title={title} crumbs={crumbs}>
      <Form form={{ ...form, reload }}>
        {staffSections.map(({ title: heading, names }) => (
          <Section key={heading} title={heading} help={heading === 'Sensitive' ? SEALED : undefined}>
            <Stack gap="md">
              {names.map((name) =>
                name in sealedFields ? (
                  <Sealed key={name} name={name as keyof typeof sealedFields} person={person} />
                ) : (
                  <Field key={name} name={name} />
                ),
              )}
            </Stack>
          </Section>
        ))}
        <SaveBar form={form} label="Save" />
      </Form>
    </PageFrame>
  );
}

const SEALED = 'Stored sealed. Leave a field empty to keep the number that is stored.';

/** References show their names before anything is searched. */
const rowLabels = ({ labels }: Staff) => ({
  designationLabel: labels.designation,
  departmentLabel: labels.department,
  shiftLabel: labels.shift,
  reportsToLabel: labels.reportsTo,
});

function Sealed({ name, person }: { name: (typeof sealedNames)[number]; person: Staff }) {
  const [asking, setAsking] = useState(false);
  const stored = person.sealed[name];
  return (
    <div>
      <Field
        name={name}
        {...(stored ? { placeholder: stored } : {})}
        help={stored ? `Stored: ${stored}` : undefined}
      />
      {stored && person.can['reveal'] ? (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setAsking(true)}>
          {`Show ${sealedFields[name].label}`}
        </Button>
      ) : null}
      {asking ? <RevealNumber person={person} field={name} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

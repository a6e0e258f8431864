import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { roleContract } from './role.contract.ts';
import { classWords, reachOptions } from './role-words.ts';

const CODE_MAX = 40;
const crumbs = [{ label: 'Roles', to: '/system/roles' }];

/** 'Marketing Head' to 'MARKETING_HEAD': what is proposed until somebody writes another code. */
const codeFrom = (name: unknown): string =>
  String(name ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[^A-Z]+|_+$/g, '')
    .slice(0, CODE_MAX);

/** `/system/save-role`: a new role, empty or as a copy; its rights come next, in the matrix. */
export function RoleForm() {
  const navigate = useNavigate();
  const [copied] = useParam('from');
  const from = Number(copied) || null;
  const roles = useQuery(roleContract.list, { active: true, limit: 200 });
  const form = useForm(roleContract.create, {
    start: {
      reach: 'CENTRE',
      sessionClass: 'STAFF',
      needsProof: false,
      needsApproval: false,
      maxDays: null,
      copyOf: from,
    },
    draft: 'role-new',
    onDone: ({ roleId, state }) => {
      if (state === 'PENDING') notice.info('The role is made. Its rights wait for a second person.');
      void navigate(`/system/edit-role/${roleId}`);
    },
  });
  const sources = (roles.data?.rows ?? [])
    .filter((role) => role.can['duplicate'])
    .map((role) => ({ value: String(role.id), label: role.description }));
  return (
    <PageFrame title="New role" crumbs={crumbs}>
      <Form form={form}>
        <Section title="Name">
          <Stack>
            <Field
              name="description"
              kind="text"
              label="Name"
              help="Shown as a chip to the people who hold it."
              autoFocus
              onPicked={(value) => {
                if (codeFrom(form.values['description']) === (form.values['role'] ?? ''))
                  form.set('role', codeFrom(value));
              }}
            />
            <Field
              name="role"
              kind="text"
              label="Code"
              help="Permanent code used in exports and the API, e.g. MARKETING_HEAD."
            />
            <Field
              name="copyOf"
              kind="choice"
              label="Start from"
              optional
              placeholder="Empty"
              options={sources}
              onPicked={(value) => form.set('copyOf', value ? Number(value) : null)}
            />
          </Stack>
        </Section>
        <Section title="Scope and security">
          <Stack>
            <Field name="reach" kind="choice" label="Scope" options={reachOptions} />
            <Field
              name="sessionClass"
              kind="choice"
              label="Session"
              options={(['STAFF', 'GUARDED'] as const).map((value) => ({ value, label: classWords[value] }))}
            />
            <Field
              name="franchiseeId"
              kind="reference"
              to="franchisee"
              label="Only at"
              help="For a BSK role: whoever holds it works at this centre alone."
              optional
            />
            <Field name="needsProof" kind="boolean" label="Require a verified device" />
            <Field name="needsApproval" kind="boolean" label="Every change needs a second person" />
            <Field
              name="maxDays"
              kind="integer"
              label="Maximum duration (days)"
              optional
              min={1}
              max={3660}
            />
          </Stack>
        </Section>
        <SaveBar label="Create role" will="Creates the role without assigning it" />
      </Form>
    </PageFrame>
  );
}

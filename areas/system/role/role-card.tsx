import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RoleMatrix } from './role-matrix.ts';
import { classWords, reachOptions, reachWords } from './role-words.ts';
import type { RoleDraft } from './use-role-draft.tsx';

/** The role's own words and guards, its approval codes, and who may give it. */
export function RoleCard({
  matrix,
  draft,
  readOnly,
  save,
}: {
  matrix: RoleMatrix;
  draft: RoleDraft;
  readOnly: boolean;
  save: ReactNode;
}) {
  const { role } = matrix;
  const superOnly = matrix.ceiling !== null;
  const guarded = readOnly || superOnly;
  return (
    <TwoColumns
      main={
        <Stack gap="lg">
          <Section
            title="Role"
            help={superOnly ? 'Scope, guard and who may give it are for super admins.' : undefined}
          >
            <Stack>
              <Facts
                items={[
                  { label: 'Code', value: role.role },
                  { label: 'Scope', value: reachWords[role.reach] ?? role.reach, hidden: !guarded },
                  { label: 'Only at', value: role.centre, hidden: !guarded || role.centre === null },
                  { label: 'Kind', value: role.isSystem ? 'Part of the product' : 'Made here' },
                ]}
              />
              <FieldInput
                kind="text"
                name="description"
                label="Name"
                disabled={readOnly}
                value={draft.fields.description}
                onChange={(value) => draft.setField('description', String(value ?? ''))}
              />
              {guarded ? null : (
                <SimpleGrid cols={{ base: 1, sm: 2 }}>
                  <FieldInput
                    kind="choice"
                    name="reach"
                    label="Scope"
                    options={reachOptions}
                    value={draft.fields.reach}
                    onChange={(value) => draft.setField('reach', value as 'CENTRE')}
                  />
                  <FieldInput
                    kind="choice"
                    name="sessionClass"
                    label="Session"
                    options={(['STAFF', 'GUARDED'] as const).map((value) => ({
                      value,
                      label: classWords[value],
                    }))}
                    value={draft.fields.sessionClass}
                    onChange={(value) => draft.setField('sessionClass', value as 'STAFF')}
                  />
                  <FieldInput
                    kind="reference"
                    to="franchisee"
                    name="franchiseeId"
                    label="Only at"
                    help="For a BSK role: whoever holds it works at this centre alone."
                    optional
                    value={draft.fields.franchiseeId}
                    {...(draft.fields.franchiseeId === role.franchiseeId && role.centre
                      ? { chosenLabel: role.centre }
                      : {})}
                    onChange={(value) => draft.setField('franchiseeId', (value as number | null) ?? null)}
                  />
                  <FieldInput
                    kind="integer"
                    name="maxDays"
                    label="Maximum duration (days)"
                    optional
                    min={1}
                    max={3660}
                    value={draft.fields.maxDays}
                    onChange={(value) => draft.setField('maxDays', (value as number | null) ?? null)}
                  />
                  <Stack gap="xs" justify="flex-end">
                    <Checkbox
                      label="Require a verified device"
                      checked={draft.fields.needsProof}
                      onChange={(event) => draft.setField('needsProof', event.currentTarget.checked)}
                    />
                    <Checkbox
                      label="Every change needs a second person"
                      checked={draft.fields.needsApproval}
                      onChange={(event) => draft.setField('needsApproval', event.currentTarget.checked)}
                    />
                  </Stack>
                </SimpleGrid>
              )}
            </Stack>
          </Section>
          <Section
            title="Approval codes"
            help="What holders may decide. The maker of a thing never approves it, whatever the code."
          >
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
              {matrix.codes.map((code) => (
                <Checkbox
                  key={code.code}
                  label={`${code.title} (${code.area})`}
                  description={code.by === 'DERIVED' ? 'Follows from a fact, not from a role' : code.code}
                  disabled={readOnly || code.by === 'DERIVED'}
                  checked={role.allModules || draft.code(code.code)}
                  onChange={(event) => draft.setCode(code.code, event.currentTarget.checked)}
                />
              ))}
            </SimpleGrid>
          </Section>
          <Section title="Who may give this role" help="Super admins may always.">
            <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="xs">
              {matrix.roles
                .filter((one) => one.id !== role.id && one.id !== 1)
                .map((one) => (
                  <Checkbox
                    key={one.id}
                    label={one.description}
                    disabled={guarded}
                    checked={draft.giver(one.id)}
                    onChange={(event) => draft.setGiver(one.id, event.currentTarget.checked)}
                  />
                ))}
            </SimpleGrid>
          </Section>
        </Stack>
      }
      rail={save}
    />
  );
}

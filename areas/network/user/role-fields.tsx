import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { franchiseeLabel } from '@aangan/web/format.ts';
import { MultiSelect, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { franchiseeContract } from '../franchisee/franchisee.contract.ts';
import { userContract } from './user.contract.ts';

export interface RoleChoice {
  roleId?: number;
  scope?: 'NETWORK' | 'ZONE' | 'CENTRES' | 'CENTRE';
  zoneId?: number | null;
  franchiseeId?: number | null;
  franchiseeIds?: readonly number[];
  from?: string | null;
  to?: string | null;
  reason?: string;
}

const scopes: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  NETWORK: [{ value: 'NETWORK', label: 'Whole network' }],
  ZONE: [
    { value: 'ZONE', label: 'A zone' },
    { value: 'CENTRES', label: 'Listed centres' },
    { value: 'CENTRE', label: 'One centre' },
  ],
  CENTRES: [
    { value: 'CENTRES', label: 'Listed centres' },
    { value: 'CENTRE', label: 'One centre' },
  ],
  CENTRE: [{ value: 'CENTRE', label: 'One centre' }],
};

/** A role, where it is held and how long; only roles the caller may give are offered. `prefix` finds the server's errors. */
export function RoleFields({
  value,
  onChange,
  errors,
  prefix,
}: {
  value: RoleChoice;
  onChange: (next: RoleChoice) => void;
  errors: Readonly<Record<string, unknown>>;
  prefix: string;
}) {
  const grantable = useQuery(userContract.grantable, {});
  const roles = grantable.data?.rows ?? [];
  const role = roles.find((each) => each.id === value.roleId);
  const errorOf = (name: string) => String(errors[`${prefix}${name}`] ?? '') || undefined;
  const offered = scopes[role?.reach ?? 'CENTRE'] ?? [];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label="Role"
        searchable
        data={roles.map((each) => ({ value: String(each.id), label: each.description }))}
        value={value.roleId ? String(value.roleId) : null}
        error={errorOf('roleId')}
        onChange={(id) => onChange({ ...value, roleId: Number(id), scope: firstScope(roles, Number(id)) })}
      />
      <Select
        label="Where"
        allowDeselect={false}
        data={[...offered]}
        value={value.scope ?? null}
        error={errorOf('scope')}
        onChange={(scope) => onChange({ ...value, scope: scope as NonNullable<RoleChoice['scope']> })}
      />
      {value.scope === 'ZONE' ? (
        <Place
          to="zone"
          label="Zone"
          value={value.zoneId ?? null}
          error={errorOf('zoneId')}
          onChange={(zoneId) => onChange({ ...value, zoneId })}
        />
      ) : null}
      {value.scope === 'CENTRE' ? (
        <Place
          to="franchisee"
          label="Centre"
          value={value.franchiseeId ?? null}
          error={errorOf('franchiseeId')}
          onChange={(franchiseeId) => onChange({ ...value, franchiseeId })}
        />
      ) : null}
      {value.scope === 'CENTRES' ? (
        <CentreList
          value={value.franchiseeIds ?? []}
          error={errorOf('franchiseeIds')}
          onChange={(franchiseeIds) => onChange({ ...value, franchiseeIds })}
        />
      ) : null}
      <FieldInput
        kind="date"
        label="From"
        optional
        value={value.from ?? null}
        error={errorOf('from')}
        onChange={(from: unknown) => onChange({ ...value, from: (from as string | null) ?? null })}
      />
      <FieldInput
        kind="date"
        label="Until"
        optional
        value={value.to ?? null}
        error={errorOf('to')}
        onChange={(to: unknown) => onChange({ ...value, to: (to as string | null) ?? null })}
      />
      {value.reason !== undefined || role ? (
        <TextInput
          label="Reason"
          maxLength={200}
          value={value.reason ?? ''}
          onChange={(event) => onChange({ ...value, reason: event.currentTarget.value })}
        />
      ) : null}
      {role?.maxDays ? (
        <Text size="sm" c="dimmed">
          This role is given for at most {role.maxDays} days.
        </Text>
      ) : null}
    </SimpleGrid>
  );
}

const firstScope = (
  roles: readonly { id: number; reach: string }[],
  id: number,
): NonNullable<RoleChoice['scope']> =>
  (scopes[roles.find((each) => each.id === id)?.reach ?? 'CENTRE']?.[0]?.value ?? 'CENTRE') as NonNullable<
    RoleChoice['scope']
  >;

function Place({
  to,
  label,
  value,
  error,
  onChange,
}: {
  to: 'zone' | 'franchisee';
  label: string;
  value: number | null;
  error: string | undefined;
  onChange: (id: number | null) => void;
}) {
  return (
    <FieldInput
      kind="reference"
      to={to}
      label={label}
      value={value}
      error={error}
      onChange={(id: unknown) => onChange(typeof id === 'number' ? id : null)}
    />
  );
}

function CentreList({
  value,
  error,
  onChange,
}: {
  value: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  const centres = useQuery(franchiseeContract.active, {});
  return (
    <MultiSelect
      label="Centres"
      searchable
      data={(centres.data?.rows ?? []).map((row) => ({
        value: String(row.id),
        label: franchiseeLabel(row.id, row.companyName),
      }))}
      value={value.map(String)}
      error={error}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

/** What the contract takes: nothing of the scopes that were not chosen. */
export const grantInput = (value: RoleChoice) => ({
  roleId: value.roleId,
  scope: value.scope,
  ...(value.scope === 'ZONE' ? { zoneId: value.zoneId } : {}),
  ...(value.scope === 'CENTRE' ? { franchiseeId: value.franchiseeId } : {}),
  ...(value.scope === 'CENTRES' ? { franchiseeIds: [...(value.franchiseeIds ?? [])] } : {}),
  ...(value.reason ? { reason: value.reason } : {}),
  ...(value.from ? { from: value.from } : {}),
  ...(value.to ? { to: value.to } : {}),
});

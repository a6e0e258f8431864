// The parts of the form of a dynamic module: what it opens, where it stands, who sees it, and how the menu shows it.
import { Field } from '@aangan/web/form/field.tsx';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Autocomplete, Group, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { BAR_LIMIT, barOf } from '../role/menu-preview.ts';
import { AllowedHosts } from './allowed-hosts.tsx';
import type { DynamicModule } from './dynamic-module.contract.ts';
import { NewDashboard } from './new-dashboard.tsx';
import '../system-look.tsx';

export interface DynamicChoices {
  screens: readonly { path: string; label: string; area: string }[];
  dashboards: readonly { id: number; name: string; groups: readonly string[] }[];
  roles: readonly { id: number; description: string }[];
  hosts: readonly string[];
}

interface Part {
  form: FormModel;
  choices: DynamicChoices;
  /** Reads the choices again: a host or a dashboard was added. */
  reload: () => void;
}

const kinds = [
  { value: 'SCREEN', label: 'A screen with fixed filters' },
  { value: 'REPORT', label: 'A report' },
  { value: 'LINK', label: 'Another site (https)' },
  { value: 'PAGE', label: 'A page of text' },
];

export const kindOf = (form: FormModel): string => String(form.values['kind'] ?? 'SCREEN');

export function WhatItOpens(part: Part) {
  const kind = kindOf(part.form);
  return (
    <Section title="What it opens">
      <Stack>
        <Field
          name="kind"
          kind="choice"
          label="Kind"
          options={kinds.filter(
            ({ value }) =>
              value !== 'REPORT' || value === kind || part.choices.screens.some((s) => s.area === 'reports'),
          )}
        />
        {kind === 'PAGE' ? (
          <Field
            name="pageText"
            kind="longText"
            label="Text"
            help="# begins a heading, - a list. HTML is not allowed."
          />
        ) : kind === 'LINK' ? (
          <>
            <Field name="target" kind="text" label="Address" placeholder="https://" />
            <AllowedHosts hosts={part.choices.hosts} reload={part.reload} />
          </>
        ) : (
          <ScreenAddress {...part} />
        )}
      </Stack>
    </Section>
  );
}

function ScreenAddress({ form: { values, errors, set }, choices }: Part) {
  const reports = values['kind'] === 'REPORT';
  const titles = new Map(choices.screens.map((s) => [s.path, s.label]));
  return (
    <Autocomplete
      label="Screen"
      description="With its filters as they stand in the address: /forms/enquiry/list?source=camp"
      placeholder="/forms/enquiry/list"
      value={String(values['target'] ?? '')}
      onChange={(value) => set('target', value)}
      error={errors['target']}
      data={choices.screens
        .filter((s) => !reports || s.area === 'reports')
        .map((s) => ({ value: s.path, label: s.path }))}
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            `${titles.get(option.value) ?? ''} ${option.value}`
              .toLowerCase()
              .includes(search.trim().toLowerCase()),
        )
      }
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{titles.get(option.value) ?? option.value}</Text>
          <Text size="xs" c="dimmed">
            {option.value}
          </Text>
        </div>
      )}
      limit={12}
    />
  );
}

export function WhereItStands({ form: { values, errors, set }, choices, reload }: Part) {
  const dashboard = choices.dashboards.find((d) => d.id === values['dashboardId']);
  return (
    <Section title="Where it stands">
      <Stack>
        <Select
          label="Dashboard"
          error={errors['dashboardId']}
          value={values['dashboardId'] ? String(values['dashboardId']) : null}
          onChange={(value) => set('dashboardId', value ? Number(value) : null)}
          data={choices.dashboards.map((d) => ({ value: String(d.id), label: d.name }))}
        />
        <NewDashboard reload={reload} onMade={(id) => set('dashboardId', id)} />
        <Autocomplete
          label="Group"
          error={errors['groupLabel']}
          maxLength={40}
          value={String(values['groupLabel'] ?? '')}
          onChange={(value) => set('groupLabel', value)}
          data={[...(dashboard?.groups ?? [])]}
        />
        <Field name="label" kind="text" label="Label" max={40} />
        <Field name="labelHi" kind="text" label="Label in Hindi" optional max={40} />
      </Stack>
    </Section>
  );
}

export function WhoSeesIt({ form: { values, errors, set }, choices }: Part) {
  return (
    <Section title="Who sees it, and when">
      <Stack>
        <MultiSelect
          label="Roles"
          searchable
          error={errors['roleIds']}
          value={(Array.isArray(values['roleIds']) ? values['roleIds'] : []).map(String)}
          onChange={(ids) => set('roleIds', ids.map(Number))}
          data={choices.roles.map((r) => ({ value: String(r.id), label: r.description }))}
        />
        <Field name="validFrom" kind="date" label="From" optional />
        <Field name="validTo" kind="date" label="Until" optional />
      </Stack>
    </Section>
  );
}

/** How it stands in the menu, and how much of the bar is left. */
export function InTheMenu({ form: { values }, choices, row }: Part & { row: DynamicModule | null }) {
  const dashboard = choices.dashboards.find((d) => d.id === values['dashboardId']);
  const bar = barOf(choices.dashboards.map((d) => d.name));
  return (
    <Section title="In the menu">
      <Stack gap="sm">
        <Group>
          {row ? <StatusTag area="dynamic-module" state={row.state} /> : <Tag tone="neutral">New</Tag>}
        </Group>
        <Text size="sm" c="dimmed">
          {dashboard
            ? `${dashboard.name} / ${String(values['groupLabel'] || 'group')}`
            : 'Choose a dashboard'}
        </Text>
        <Text fw={500}>{String(values['label'] || 'Label')}</Text>
        <Text size="xs" c="dimmed" className="figures">
          {`${bar.letters} of ${BAR_LIMIT} characters of the bar used${bar.more.length > 0 ? `; under more: ${bar.more.join(', ')}` : ''}`}
        </Text>
      </Stack>
    </Section>
  );
}

import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Autocomplete, Group, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { BAR_LIMIT, barOf } from '../role/menu-preview.ts';
import { AllowedHosts } from './allowed-hosts.tsx';
import { type DynamicModule, dynamicModuleContract } from './dynamic-module.contract.ts';
import { NewDashboard } from './new-dashboard.tsx';
import { PageText } from './page-text.tsx';
import '../system-look.tsx';

const kinds = [
  { value: 'SCREEN', label: 'A screen with fixed filters' },
  { value: 'REPORT', label: 'A report' },
  { value: 'LINK', label: 'Another site (https)' },
  { value: 'PAGE', label: 'A page of text' },
];
const crumbs = [{ label: 'Dashboards by role', to: '/system/dynamic-dash-list' }];

/** `/system/dynamic-module/create` and `/system/dynamic-module/Edit/{uniqueId}`. */
export function DynamicForm() {
  const { uniqueId } = useParams();
  const targets = useQuery(dynamicModuleContract.targets, {});
  const row = useQuery(
    dynamicModuleContract.get,
    { uniqueId: uniqueId ?? '' },
    { enabled: uniqueId !== undefined, fresh: 0 },
  );
  return (
    <QueryState query={targets}>
      {(choices) =>
        uniqueId === undefined ? (
          <Editor choices={choices} row={null} reload={() => void targets.refetch()} />
        ) : (
          <QueryState query={row}>
            {(found) => (
              <Editor
                key={found.version}
                choices={choices}
                row={found}
                reload={() => void targets.refetch()}
              />
            )}
          </QueryState>
        )
      }
    </QueryState>
  );
}

interface Choices {
  screens: readonly { path: string; label: string; area: string }[];
  dashboards: readonly { id: number; name: string; groups: readonly string[] }[];
  roles: readonly { id: number; description: string }[];
  hosts: readonly string[];
}

function Editor({
  choices,
  row,
  reload,
}: {
  choices: Choices;
  row: DynamicModule | null;
  reload: () => void;
}) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'publish' | 'retire' | null>(null);
  const form = useForm(dynamicModuleContract.save, {
    start: row
      ? {
          kind: row.kind,
          target: row.target,
          dashboardId: row.dashboardId,
          groupLabel: row.groupLabel,
          label: row.label,
          labelHi: row.labelHi,
          pageText: row.pageText,
          roleIds: row.roleIds,
          validFrom: row.validFrom,
          validTo: row.validTo,
        }
      : { kind: 'SCREEN', target: '', roleIds: [], groupLabel: '', label: '' },
    toInput: (values) => ({
      ...values,
      target: values['target'] ?? '',
      ...(row ? { uniqueId: row.uniqueId, version: row.version } : {}),
    }),
    refresh: ['menu', 'dashboard'],
    onDone: ({ uniqueId }) => {
      notice.ok(row?.state === 'LIVE' ? 'Saved. The menus change within a second.' : 'Saved as a draft.');
      void navigate(`/system/dynamic-module/Edit/${uniqueId}`);
    },
  });
  const { values, errors } = form;
  const told = { refresh: ['menu', 'dashboard'] };
  const publish = useCommand(dynamicModuleContract.publish, {
    ...told,
    onDone: () => notice.ok('It is in the menu within a second.'),
    onError: (e) => notice.error(e),
  });
  const retire = useCommand(dynamicModuleContract.retire, {
    ...told,
    onDone: () => notice.ok('It is out of every menu.'),
    onError: (e) => notice.error(e),
  });
  const kind = String(values['kind'] ?? 'SCREEN');
  const dashboard = choices.dashboards.find((d) => d.id === values['dashboardId']);
  const bar = barOf(choices.dashboards.map((d) => d.name));
  return (
    <PageFrame
      title={row?.label ?? 'New dynamic module'}
      crumbs={crumbs}
      {...(row?.can['publish'] ? { primary: { label: 'Publish', run: () => setAsked('publish') } } : {})}
      menu={[{ label: 'Retire', run: () => setAsked('retire'), danger: true, hidden: !row?.can['retire'] }]}
    >
      <TwoColumns
        main={
          <Form form={form} wide>
            <Section title="What it opens">
              <Stack>
                <Field name="kind" kind="choice" label="Kind" options={kinds} />
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
                    <AllowedHosts hosts={choices.hosts} reload={reload} />
                  </>
                ) : (
                  <Autocomplete
                    label="Screen"
                    description="With its filters as they stand in the address: /forms/enquiry/list?source=camp"
                    placeholder="/forms/enquiry/list"
                    value={String(values['target'] ?? '')}
                    onChange={(value) => form.set('target', value)}
                    error={errors['target']}
                    data={choices.screens
                      .filter((s) => kind !== 'REPORT' || s.area === 'reports')
                      .map((s) => s.path)
                      .filter((path, i, all) => all.indexOf(path) === i)}
                    limit={12}
                  />
                )}
              </Stack>
            </Section>
            <Section title="Where it stands">
              <Stack>
                <Select
                  label="Dashboard"
                  error={errors['dashboardId']}
                  value={values['dashboardId'] ? String(values['dashboardId']) : null}
                  onChange={(value) => form.set('dashboardId', value ? Number(value) : null)}
                  data={choices.dashboards.map((d) => ({ value: String(d.id), label: d.name }))}
                />
                <NewDashboard reload={reload} onMade={(id) => form.set('dashboardId', id)} />
                <Autocomplete
                  label="Group"
                  error={errors['groupLabel']}
                  maxLength={40}
                  value={String(values['groupLabel'] ?? '')}
                  onChange={(value) => form.set('groupLabel', value)}
                  data={[...(dashboard?.groups ?? [])]}
                />
                <Field name="label" kind="text" label="Label" max={40} />
                <Field name="labelHi" kind="text" label="Label in Hindi" optional max={40} />
              </Stack>
            </Section>
            <Section title="Who sees it, and when">
              <Stack>
                <MultiSelect
                  label="Roles"
                  searchable
                  error={errors['roleIds']}
                  value={(Array.isArray(values['roleIds']) ? values['roleIds'] : []).map(String)}
                  onChange={(ids) => form.set('roleIds', ids.map(Number))}
                  data={choices.roles.map((r) => ({ value: String(r.id), label: r.description }))}
                />
                <Field name="validFrom" kind="date" label="From" optional />
                <Field name="validTo" kind="date" label="Until" optional />
              </Stack>
            </Section>
            <SaveBar
              label={row?.state === 'LIVE' ? 'Save and show' : 'Save draft'}
              will={
                row?.state === 'LIVE'
                  ? 'It is live: menus change at once'
                  : 'Nobody sees it before it is published'
              }
            />
          </Form>
        }
        rail={
          <>
            <Section title="In the menu">
              <Stack gap="sm">
                <Group>
                  {row ? (
                    <StatusTag area="dynamic-module" state={row.state} />
                  ) : (
                    <Tag tone="neutral">New</Tag>
                  )}
                </Group>
                <Text size="sm" c="dimmed">
                  {dashboard
                    ? `${dashboard.name} / ${String(values['groupLabel'] || 'group')}`
                    : 'Choose a dashboard'}
                </Text>
                <Text fw={500}>{String(values['label'] || 'Label')}</Text>
                <Text size="xs" c="dimmed" className="figures">
                  {`${bar.letters} of ${BAR_LIMIT} letters of the bar used${bar.more.length > 0 ? `; under more: ${bar.more.join(', ')}` : ''}`}
                </Text>
              </Stack>
            </Section>
            {kind === 'PAGE' && values['pageText'] ? (
              <Section title="The page">
                <PageText text={String(values['pageText'])} />
              </Section>
            ) : null}
          </>
        }
      />
      {row ? (
        <ConfirmDialog
          opened={asked !== null}
          onClose={() => setAsked(null)}
          title={asked === 'retire' ? `Retire ${row.label}?` : `Publish ${row.label}?`}
          text={
            asked === 'retire'
              ? 'It leaves every menu within a second. It can be published again.'
              : `${row.roles.join(', ')} see it within a second.`
          }
          confirm={asked === 'retire' ? 'Retire item' : 'Publish item'}
          danger={asked === 'retire'}
          run={() =>
            (asked === 'retire' ? retire : publish).run({ uniqueId: row.uniqueId }, { ifMatch: row.version })
          }
        />
      ) : null}
    </PageFrame>
  );
}

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
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { accessContract } from '../access/access.contract.ts';
import { areaTitle } from '../system-look.tsx';
import { endPointContract, methods } from './end-point.contract.ts';

const crumbs = [{ label: 'End points', to: '/system/system-end-points' }];

/** `/system/system-end-points/{endpointID?}`: the word `new` opens an empty form (areas/README §4 (5)). */
export function EndPointForm() {
  const { endpointID } = useParams();
  if (endpointID === 'new') return <NewEndPoint />;
  const id = Number(endpointID);
  return Number.isInteger(id) && id > 0 ? (
    <EditEndPoint id={id} />
  ) : (
    <Navigate to="/system/system-end-points" replace />
  );
}

function NewEndPoint() {
  const navigate = useNavigate();
  const matrix = useQuery(accessContract.matrix, {});
  const form = useForm(endPointContract.create, {
    start: { method: 'GET' },
    onDone: ({ id }) => {
      notice.ok('Added. Roles may be given it now.');
      void navigate(`/system/system-end-points/${id}`);
    },
  });
  const modules = matrix.data?.modules ?? [];
  const areas = [...new Set(modules.map((m) => m.area))];
  return (
    <PageFrame title="New end point" crumbs={crumbs}>
      <Form form={form}>
        <Section title="Pair" help="A module and a method. What the product declares is here already.">
          <Stack>
            <Select
              label="Module"
              searchable
              error={form.errors['module']}
              value={(form.values['module'] as string | undefined) ?? null}
              onChange={(value) => form.set('module', value ?? '')}
              data={areas.map((area) => ({
                group: areaTitle(area),
                items: modules
                  .filter((m) => m.area === area)
                  .map((m) => ({ value: m.name, label: `${m.title} (${m.name})` })),
              }))}
            />
            <Field
              name="method"
              kind="choice"
              label="Method"
              options={methods.map((value) => ({ value, label: value }))}
            />
            <Field name="title" kind="text" label="Title" max={80} />
            <Field name="description" kind="longText" label="Description" optional max={300} />
          </Stack>
        </Section>
        <SaveBar label="Add end point" will="Adds the pair; no role holds it yet" />
      </Form>
    </PageFrame>
  );
}

function EditEndPoint({ id }: { id: number }) {
  const query = useQuery(endPointContract.get, { endPointId: id }, { fresh: 0 });
  return <QueryState query={query}>{(row) => <Editor key={row.version} row={row} />}</QueryState>;
}

type Row = NonNullable<ReturnType<typeof useQuery<typeof endPointContract.get>>['data']>;

function Editor({ row }: { row: Row }) {
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const form = useForm(endPointContract.update, {
    start: { title: row.title ?? '', description: row.description },
    toInput: (values) => ({ ...values, endPointId: row.id }),
    ifMatch: row.version,
    onDone: () => notice.ok('Saved.'),
  });
  const remove = useCommand(endPointContract.remove, {
    onDone: () => {
      notice.ok('Removed.');
      void navigate('/system/system-end-points');
    },
    onError: (error) => notice.error(error),
  });
  return (
    <PageFrame
      title={`${row.method} on ${row.module}`}
      crumbs={crumbs}
      menu={[{ label: 'Remove', run: () => setRemoving(true), danger: true, hidden: !row.can['remove'] }]}
    >
      <TwoColumns
        main={
          <Form form={form} wide>
            <Section>
              <Facts
                items={[
                  { label: 'Module', value: `${row.moduleTitle} (${row.module})` },
                  { label: 'Area', value: areaTitle(row.area) },
                  { label: 'Method', value: row.method },
                  {
                    label: 'Origin',
                    value: row.origin === 'MANUAL' ? 'Added by hand' : 'Declared by the product',
                  },
                  { label: 'Calls in 30 days', value: row.calls30 },
                ]}
              />
            </Section>
            <Section title="Words">
              <Stack>
                <Field name="title" kind="text" label="Title" max={80} />
                <Field name="description" kind="longText" label="Description" optional max={300} />
              </Stack>
            </Section>
            <SaveBar label="Save" />
          </Form>
        }
        rail={
          <>
            <Section title={`Roles (${row.holders.length})`}>
              {row.holders.length === 0 ? (
                <Text c="dimmed">No role holds it; super admins pass every check.</Text>
              ) : (
                <Group gap={4}>
                  {row.holders.map((role) => (
                    <Anchor
                      key={role.id}
                      component={Link}
                      to={`/system/edit-role/${role.id}`}
                      underline="never"
                    >
                      <Tag tone="neutral">{role.description}</Tag>
                    </Anchor>
                  ))}
                </Group>
              )}
            </Section>
            <Section title={`Contracts (${row.operations.length})`}>
              <Stack gap={4}>
                {row.operations.length === 0 ? <Text c="dimmed">No contract asks for it yet.</Text> : null}
                {row.operations.map((o) => (
                  <div key={o.name}>
                    <Text size="sm">{o.summary}</Text>
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      {o.name}
                    </Text>
                  </div>
                ))}
              </Stack>
            </Section>
            <Section title={`Screens (${row.screens.length})`}>
              <Stack gap={2}>
                {row.screens.length === 0 ? <Text c="dimmed">No screen asks for it.</Text> : null}
                {row.screens.map((path) => (
                  <Text key={path} size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {path}
                  </Text>
                ))}
              </Stack>
            </Section>
          </>
        }
      />
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={`Remove ${row.method} on ${row.module}?`}
        text="Only a pair that was added by hand and that no role holds can go."
        confirm="Remove end point"
        danger
        run={() => remove.run({ endPointId: row.id })}
      />
    </PageFrame>
  );
}

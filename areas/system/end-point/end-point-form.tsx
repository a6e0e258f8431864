import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import type { FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
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
import { endPointContract } from './end-point.contract.ts';

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
  return (
    <PageFrame title="New end point" crumbs={crumbs}>
      <CommandForm
        of={endPointContract.create}
        start={{ method: 'GET' }}
        fields={{ module: { as: ModuleField } }}
        groups={[
          {
            title: 'Pair',
            help: 'A module and a method. What the product declares is here already.',
            names: ['module', 'method', 'title', 'description'],
          },
        ]}
        confirm="Add end point"
        will="Adds the pair; no role holds it yet"
        done="Added. Roles may be given it now."
        onDone={({ id }) => void navigate(`/system/system-end-points/${id}`)}
      />
    </PageFrame>
  );
}

/** The modules of the product, grouped by area. */
function ModuleField({ name }: FieldProps) {
  const form = useFormModel();
  const matrix = useQuery(accessContract.matrix, {});
  const modules = matrix.data?.modules ?? [];
  const areas = [...new Set(modules.map((m) => m.area))];
  return (
    <Select
      label="Module"
      searchable
      error={form.errors[name]}
      value={(form.values[name] as string | null | undefined) ?? null}
      onChange={(value) => form.set(name, value ?? '')}
      data={areas.map((area) => ({
        group: areaTitle(area),
        items: modules
          .filter((m) => m.area === area)
          .map((m) => ({ value: m.name, label: `${m.title} (${m.name})` })),
      }))}
    />
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
          <>
            <Section>
              <Facts
                items={[
                  { label: 'Module', value: `${row.moduleTitle} (${row.module})` },
                  { label: 'Area', value: areaTitle(row.area) },
                  { label: 'Method', value: row.method },
                  {
                    label: 'Origin',
                    value: row.origin === 'MANUAL' ? 'Added manually' : 'Declared by the product',
                  },
                  { label: 'Calls in 30 days', value: row.calls30 },
                ]}
              />
            </Section>
            <CommandForm
              of={endPointContract.update}
              start={{ endPointId: row.id, title: row.title ?? '', description: row.description }}
              ifMatch={row.version}
              groups={[{ title: 'Words', names: ['title', 'description'] }]}
              confirm="Save"
              done="Saved."
              wide
            />
          </>
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
        text="Only a pair that was added manually and that no role holds can go."
        confirm="Remove end point"
        danger
        run={() => remove.run({ endPointId: row.id })}
      />
    </PageFrame>
  );
}

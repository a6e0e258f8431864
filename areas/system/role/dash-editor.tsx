import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Alert, Anchor, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { DashboardCard, type DashDraft } from './dashboard-card.tsx';
import { dashboardMapContract } from './dashboard-map.contract.ts';
import { EffectPanel, effectSentence } from './effect-panel.tsx';
import { MenuPicture } from './menu-picture.tsx';
import { menuFrom } from './menu-preview.ts';
import { roleContract } from './role.contract.ts';
import { isEmptyDelta } from './role-delta.ts';
import type { RoleMatrix } from './role-matrix.ts';
import { useDashDraft } from './use-dash-draft.tsx';
import { useRoleEffect } from './use-role-effect.tsx';

/** `/system/dynamic-dash-create/{roleId}`: dashboards of a role with isActive, isDefault, isWrite, and their modules. */
export function DashEditor() {
  const roleId = Number(useParams()['roleId']);
  const query = useQuery(roleContract.get, { roleId }, { fresh: 0, enabled: roleId > 0 });
  return (
    <QueryState query={query}>
      {(matrix) => <Editor key={`${matrix.role.id} ${matrix.role.version}`} matrix={matrix} />}
    </QueryState>
  );
}

function Editor({ matrix }: { matrix: RoleMatrix }) {
  const { role } = matrix;
  const draft = useDashDraft(matrix);
  const navigate = useNavigate();
  const readOnly = !matrix.can['update'];
  const copyFrom = async (id: string | null) => {
    if (!id) return;
    try {
      draft.copy(await call(roleContract.get, { roleId: Number(id) }));
    } catch (error) {
      notice.error(error);
    }
  };
  return (
    <PageFrame
      title={`Dashboards of ${role.description}`}
      crumbs={[{ label: 'Dashboards by role', to: '/system/dynamic-dash-list' }]}
      menu={[{ label: 'Rights of the role', run: () => void navigate(`/system/edit-role/${role.id}`) }]}
    >
      <TwoColumns
        main={
          <Stack gap="md">
            {readOnly ? null : (
              <Select
                label="Copy from role"
                placeholder="Choose a role"
                description="Takes its dashboards and modules; nothing is saved yet."
                searchable
                clearable
                value={null}
                onChange={(id) => void copyFrom(id)}
                data={matrix.roles
                  .filter((one) => one.id !== role.id && one.id !== 1)
                  .map((one) => ({ value: String(one.id), label: one.description }))}
              />
            )}
            <Differences matrix={matrix} draft={draft} readOnly={readOnly} />
            {draft.dashboards.map((d) => (
              <DashboardCard key={d.id} dashboard={d} draft={draft} matrix={matrix} readOnly={readOnly} />
            ))}
          </Stack>
        }
        rail={
          <>
            {readOnly ? null : <SaveCard matrix={matrix} draft={draft} />}
            <Section title="Menu" help="As somebody with this role alone sees it.">
              <MenuPicture dashboards={menuFrom(draft.dashboards, draft.right)} />
            </Section>
          </>
        }
      />
    </PageFrame>
  );
}

function Differences({
  matrix,
  draft,
  readOnly,
}: {
  matrix: RoleMatrix;
  draft: DashDraft;
  readOnly: boolean;
}) {
  const query = useQuery(dashboardMapContract.check, { roleId: matrix.role.id });
  const rows = query.data?.rows ?? [];
  if (rows.length === 0) return null;
  const repair = (kind: string, module: string) => {
    const pair = matrix.modules.find((m) => m.name === module)?.pair ?? 'NONE';
    for (const d of matrix.dashboards)
      for (const s of d.subs)
        if (s.module === module)
          draft.setSub(
            s.id,
            kind === 'pair-without-map' ? { on: true, isWrite: pair === 'W' } : { on: false, isWrite: null },
          );
  };
  return (
    <Alert
      color="warning"
      title={`Menu and rights differ in ${rows.length} ${rows.length === 1 ? 'place' : 'places'}`}
    >
      <Stack gap="xs">
        {rows.map((row) => (
          <Group key={`${row.kind} ${row.module}`} justify="space-between">
            <Text size="sm">{row.text}</Text>
            {readOnly || !row.module ? null : (
              <Button size="compact-xs" variant="default" onClick={() => repair(row.kind, row.module ?? '')}>
                {row.kind === 'pair-without-map' ? 'Show it' : 'Take it out'}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

function SaveCard({ matrix, draft }: { matrix: RoleMatrix; draft: DashDraft }) {
  const { role } = matrix;
  const [reason, setReason] = useState('');
  const { effect, error, asking } = useRoleEffect(role.id, draft.delta);
  const dirty = !isEmptyDelta(draft.delta);
  const save = useCommand(dashboardMapContract.saveForRole, {
    refresh: ['role', 'role-change', 'menu', 'record-history'],
    onDone: ({ state }) => {
      draft.clear();
      setReason('');
      if (state === 'PENDING') notice.info('Proposed. Another super admin has to approve it.');
      else notice.ok('Saved. Changes apply immediately.');
    },
  });
  const conflicts = effect?.conflicts.length ?? 0;
  return (
    <Section title="What this change does">
      <Stack gap="sm">
        <Text size="sm" {...(dirty ? {} : { c: 'dimmed' })} aria-live="polite">
          {dirty ? (effect ? effectSentence(effect) : 'Working it out…') : 'Nothing is changed yet.'}
        </Text>
        {effect && dirty ? <EffectPanel effect={effect} /> : null}
        {error ? <Alert color="danger">{error.message}</Alert> : null}
        {save.error ? (
          <Alert color="danger" title="Not saved">
            {save.error.message}
            {save.error.code === 'row.stale' ? (
              <Anchor component={Link} to={`/system/dynamic-dash-create/${role.id}`} reloadDocument>
                Load again
              </Anchor>
            ) : null}
          </Alert>
        ) : null}
        {dirty ? (
          <Textarea
            label="Why"
            autosize
            minRows={1}
            maxLength={300}
            required={conflicts > 0}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        <Group gap="xs">
          <Button
            disabled={!dirty || asking || error !== null || (conflicts > 0 && reason.trim() === '')}
            loading={save.running}
            onClick={() =>
              void save.run(
                {
                  roleId: role.id,
                  dashboards: draft.delta.dashboards,
                  subs: draft.delta.subs,
                  modules: draft.delta.modules,
                  reason: reason.trim() || null,
                },
                { ifMatch: role.version },
              )
            }
          >
            {effect?.needsApproval ? 'Propose change' : 'Save dashboards'}
          </Button>
          {dirty ? (
            <Button variant="subtle" color="gray" onClick={draft.clear}>
              Start again
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Section>
  );
}

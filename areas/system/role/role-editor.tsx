import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Anchor, Button, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { EffectPanel, effectSentence } from './effect-panel.tsx';
import { MenuPicture } from './menu-picture.tsx';
import { menuFrom } from './menu-preview.ts';
import { RightsMatrix } from './rights-matrix.tsx';
import { type RoleMatrix, roleContract } from './role.contract.ts';
import { RoleCard } from './role-card.tsx';
import { RoleChanges } from './role-changes.tsx';
import { isEmptyDelta } from './role-delta.ts';
import classes from './role-editor.module.css';
import { useDeactivate } from './use-deactivate.tsx';
import { type RoleDraft, useRoleDraft } from './use-role-draft.tsx';
import { useRoleEffect } from './use-role-effect.tsx';
import { ViewAs } from './view-as.tsx';

const crumbs = [{ label: 'Roles', to: '/system/roles' }];

/** `/system/edit-role/{roleId?}`; without an id one has to choose a role first. */
export function RoleEditor() {
  const id = Number(useParams()['roleId']);
  const query = useQuery(roleContract.get, { roleId: id || 1 }, { enabled: id > 0, fresh: 0 });
  if (!(id > 0)) return <Navigate to="/system/roles" replace />;
  return (
    <QueryState query={query}>
      {(matrix) => <Editor key={matrix.role.id} matrix={matrix} reload={() => void query.refetch()} />}
    </QueryState>
  );
}

function Editor({ matrix, reload }: { matrix: RoleMatrix; reload: () => void }) {
  const { role } = matrix;
  const navigate = useNavigate();
  const draft = useRoleDraft(matrix);
  const { effect, error, asking } = useRoleEffect(role.id, draft.delta);
  const [viewAs, setViewAs] = useState(false);
  const [off, setOff] = useState(false);
  const deactivate = useDeactivate(() => void navigate('/system/roles'));
  const readOnly = !matrix.can['update'];
  const dirty = !isEmptyDelta(draft.delta);
  const { undo } = draft;
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement &&
        /^(TEXTAREA|INPUT)$/.test(event.target.tagName) &&
        (event.target as HTMLInputElement).type !== 'checkbox';
      if (!typing && (event.ctrlKey || event.metaKey) && event.key === 'z' && undo) {
        event.preventDefault();
        undo();
      }
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [undo]);
  const saveCard = readOnly ? null : (
    <SaveCard
      matrix={matrix}
      draft={draft}
      effectText={effect ? effectSentence(effect) : null}
      needsApproval={effect?.needsApproval ?? role.needsApproval}
      conflicts={effect?.conflicts.length ?? 0}
      blocked={asking}
      problem={error?.message ?? null}
      reload={reload}
    >
      {effect && dirty ? <EffectPanel effect={effect} /> : null}
    </SaveCard>
  );
  const menu = [
    { label: 'View menu as this role', run: () => setViewAs(true) },
    { label: 'Dashboards', to: `/system/dynamic-dash-create/${role.id}`, hidden: role.allModules },
    { label: 'Duplicate', to: `/system/save-role?from=${role.id}`, hidden: !matrix.can['duplicate'] },
    { label: 'Switch off', run: () => setOff(true), danger: true, hidden: !matrix.can['deactivate'] },
  ];
  return (
    <PageFrame title={role.description} crumbs={crumbs} menu={menu}>
      <Stack gap="lg">
        {role.allModules ? (
          <Alert color="blue" title="Part of the product">
            Super admins pass every check; this role has no rights of its own to edit.
          </Alert>
        ) : null}
        {matrix.pending ? (
          <Alert color="yellow" title="A change waits for a second person">
            {`Proposed by ${matrix.pending.proposedBy}. Nothing changes until it is decided. `}
            <Anchor component={Link} to="?tab=changes">
              See it
            </Anchor>
          </Alert>
        ) : null}
        <PageTabs
          tabs={[
            {
              value: 'rights',
              label: 'Rights',
              content: (
                <div className={classes.two}>
                  <Section flush>
                    <RightsMatrix matrix={matrix} draft={draft} readOnly={readOnly} />
                    {dirty ? (
                      <div className={classes.bar}>
                        <Text size="sm">{effect ? effectSentence(effect) : 'Working it out…'}</Text>
                        <Button
                          size="xs"
                          onClick={() =>
                            document.getElementById('role-effect')?.scrollIntoView({ block: 'start' })
                          }
                        >
                          Review and save
                        </Button>
                      </div>
                    ) : null}
                  </Section>
                  <div>
                    <div className={classes.rail} id="role-effect">
                      {saveCard}
                      <Section title="Menu as this role">
                        <MenuPicture
                          dashboards={menuFrom(matrix.dashboards, role.allModules ? () => 'W' : draft.right)}
                        />
                      </Section>
                    </div>
                  </div>
                </div>
              ),
            },
            {
              value: 'role',
              label: 'Role and codes',
              content: <RoleCard matrix={matrix} draft={draft} readOnly={readOnly} save={saveCard} />,
            },
            { value: 'people', label: 'People', count: role.people, content: <People roleId={role.id} /> },
            { value: 'changes', label: 'Changes', content: <RoleChanges roleId={role.id} /> },
            { value: 'history', label: 'History', content: <HistoryPanel kind="role" id={role.id} /> },
          ]}
        />
      </Stack>
      {viewAs ? <ViewAs role={role} onClose={() => setViewAs(false)} /> : null}
      <ConfirmDialog
        opened={off}
        onClose={() => setOff(false)}
        title={`Switch ${role.description} off?`}
        text={
          role.people === 0
            ? 'Nobody holds it.'
            : `${role.people} ${role.people === 1 ? 'person loses' : 'people lose'} it within a second.`
        }
        confirm="Switch role off"
        danger
        run={() => deactivate.run({ roleId: role.id, people: role.people }, { ifMatch: role.version })}
      />
    </PageFrame>
  );
}

interface SaveProps {
  matrix: RoleMatrix;
  draft: RoleDraft;
  effectText: string | null;
  needsApproval: boolean;
  conflicts: number;
  blocked: boolean;
  problem: string | null;
  reload: () => void;
  children: ReactNode;
}

function SaveCard({
  matrix,
  draft,
  effectText,
  needsApproval,
  conflicts,
  blocked,
  problem,
  reload,
  children,
}: SaveProps) {
  const { role } = matrix;
  const [reason, setReason] = useState('');
  const save = useCommand(roleContract.save, {
    refresh: ['role-change', 'menu', 'dashboard', 'record-history'],
    onDone: ({ state }) => {
      draft.clear();
      setReason('');
      if (state === 'PENDING') notice.info('Proposed. Another super admin has to approve it.');
      else notice.ok('Saved. Everybody with the role has it within a second.');
    },
  });
  const dirty = !isEmptyDelta(draft.delta);
  const stale = save.error?.code === 'row.stale';
  const missing = conflicts > 0 && reason.trim() === '';
  return (
    <Section title="What this change does">
      <Stack gap="sm">
        <Text size="sm" {...(dirty ? {} : { c: 'dimmed' })} aria-live="polite">
          {dirty ? (effectText ?? 'Working it out…') : 'Tick a right to see what it gives and takes.'}
        </Text>
        {children}
        {problem ? <Alert color="red">{problem}</Alert> : null}
        {save.error ? (
          <Alert color="red" title={stale ? 'Somebody else changed this role meanwhile' : 'Not saved'}>
            {stale
              ? 'Your ticks are kept. Load the role as it is now and look at the effect again.'
              : save.error.message}
            {stale ? (
              <Group mt="xs">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    save.reset();
                    reload();
                  }}
                >
                  Load and keep my ticks
                </Button>
              </Group>
            ) : null}
          </Alert>
        ) : null}
        {dirty ? (
          <Textarea
            label="Why"
            description={conflicts > 0 ? undefined : 'Optional; it stays with the change.'}
            required={conflicts > 0}
            autosize
            minRows={1}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        <Group gap="xs">
          <Button
            disabled={!dirty || blocked || missing || problem !== null}
            loading={save.running}
            onClick={() =>
              void save.run(
                { roleId: role.id, delta: draft.delta, reason: reason.trim() || null },
                { ifMatch: role.version },
              )
            }
          >
            {needsApproval && dirty ? 'Propose change' : 'Save role'}
          </Button>
          <Button variant="default" disabled={draft.undo === null} onClick={() => draft.undo?.()}>
            Undo
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

function People({ roleId }: { roleId: number }) {
  const query = useQuery(roleContract.people, { roleId });
  return (
    <QueryState query={query}>
      {({ rows, count }) =>
        rows.length === 0 ? (
          <EmptyState
            title="Nobody holds this role"
            help="It is given on a person’s page."
            action={{ label: 'Open users', to: '/user/page/1' }}
          />
        ) : (
          <Section flush>
            <Table.ScrollContainer minWidth={480}>
              <Table horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Name</Table.Th>
                    <Table.Th>Where</Table.Th>
                    <Table.Th>Until</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.userId}>
                      <Table.Td>
                        <Anchor component={Link} to={`/user/view/${row.userId}`}>
                          {row.name}
                        </Anchor>
                      </Table.Td>
                      <Table.Td>{row.where}</Table.Td>
                      <Table.Td>
                        {row.to ? row.to.split('-').toReversed().join('-') : <Tag tone="neutral">open</Tag>}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {count > rows.length ? (
              <Text p="md" c="dimmed">{`The first ${rows.length} of ${count}.`}</Text>
            ) : null}
          </Section>
        )
      }
    </QueryState>
  );
}

import { useQuery } from '@aangan/web/api/use-query.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { downloadRoleSheet } from './download-role-sheet.tsx';
import { EffectPanel, effectSentence } from './effect-panel.tsx';
import { MenuPicture } from './menu-picture.tsx';
import { menuFrom } from './menu-preview.ts';
import { RightsMatrix } from './rights-matrix.tsx';
import { roleContract } from './role.contract.ts';
import { RoleCard } from './role-card.tsx';
import { RoleChanges } from './role-changes.tsx';
import { isEmptyDelta } from './role-delta.ts';
import classes from './role-editor.module.css';
import type { RoleMatrix } from './role-matrix.ts';
import { RolePeople } from './role-people.tsx';
import { SaveCard } from './save-role-card.tsx';
import { useDeactivate } from './use-deactivate.tsx';
import { useRoleDraft } from './use-role-draft.tsx';
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
    { label: 'Role sheet (PDF)', run: () => void downloadRoleSheet(role.id, 'pdf') },
    { label: 'Role sheet (XLSX)', run: () => void downloadRoleSheet(role.id, 'xlsx') },
    { label: 'Switch off', run: () => setOff(true), danger: true, hidden: !matrix.can['deactivate'] },
  ];
  return (
    <PageFrame title={role.description} crumbs={crumbs} menu={menu}>
      <Stack gap="lg">
        {role.allModules ? (
          <Alert color="info" title="Part of the product">
            Super admins pass every check; this role has no rights of its own to edit.
          </Alert>
        ) : null}
        {matrix.pending ? (
          <Alert color="warning" title="A change waits for a second person">
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
            {
              value: 'people',
              label: 'People',
              count: role.people,
              content: <RolePeople roleId={role.id} />,
            },
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

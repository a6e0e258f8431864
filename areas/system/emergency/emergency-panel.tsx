import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Divider, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { ActsDrawer } from './acts-drawer.tsx';
import { type EmergencyRole, type EmergencyRow, emergencyContract } from './emergency.contract.ts';
import { TakeDialog } from './take-dialog.tsx';

/** Emergency rights (system.md 11.4): take one, see who took what, review what was done. */
export function EmergencyPanel() {
  const query = useQuery(emergencyContract.list, {}, { every: 30_000 });
  const [taking, setTaking] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <QueryState query={query}>
      {({ rows, roles, may }) => {
        const listed = roles.filter((role) => role.listed);
        const right = rows.find((row) => row.id === shown);
        return (
          <Stack gap="lg">
            <Section
              title="Emergency access"
              help="Somebody who looks after the system takes a listed role for 60 minutes."
              actions={may.take ? <Button onClick={() => setTaking(true)}>Take a role</Button> : undefined}
            >
              <Stack gap="sm">
                {may.why ? (
                  <Text size="sm" c="dimmed">
                    {may.why}
                  </Text>
                ) : null}
                <Listed roles={roles} listed={listed} mayList={may.list} />
              </Stack>
            </Section>
            {rows.length === 0 ? (
              <EmptyState
                title="Nobody took a role yet"
                help="Each one appears here with its reason, what was done, and what another person found."
              />
            ) : (
              <Rights rows={rows} show={setShown} />
            )}
            {taking ? <TakeDialog roles={listed} onClose={() => setTaking(false)} /> : null}
            {right ? <ActsDrawer right={right} onClose={() => setShown(null)} /> : null}
          </Stack>
        );
      }}
    </QueryState>
  );
}

function Listed({
  roles,
  listed,
  mayList,
}: {
  roles: readonly EmergencyRole[];
  listed: readonly EmergencyRole[];
  mayList: boolean;
}) {
  const save = useCommand(emergencyContract.saveRole, {
    refresh: ['emergency'],
    onError: (error) => notice.error(error),
  });
  if (!mayList)
    return (
      <Group gap="xs">
        {listed.map((role) => (
          <Tag key={role.id} tone="neutral">
            {role.description}
          </Tag>
        ))}
      </Group>
    );
  const change = (values: string[]) => {
    const before = new Set(listed.map((role) => String(role.id)));
    const added = values.find((value) => !before.has(value));
    const removed = [...before].find((value) => !values.includes(value));
    const roleId = Number(added ?? removed);
    if (roleId > 0) void save.run({ roleId, listed: added !== undefined });
  };
  return (
    <MultiSelect
      label="Roles on the list"
      searchable
      disabled={save.running}
      value={listed.map((role) => String(role.id))}
      onChange={change}
      data={roles.map((role) => ({ value: String(role.id), label: role.description }))}
    />
  );
}

function Rights({ rows, show }: { rows: readonly EmergencyRow[]; show: (id: string) => void }) {
  const end = useCommand(emergencyContract.end, {
    refresh: ['menu', 'session'],
    onDone: () => notice.ok('Given back.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Section title="Taken so far">
      <Stack gap="md">
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            {index > 0 ? <Divider /> : null}
            <Group justify="space-between" align="flex-start" gap="md">
              <Stack gap={4} flex="1 1 280px">
                <Text fw={500}>{[row.name, row.role, row.centre].filter(Boolean).join(' · ')}</Text>
                <Text size="sm">{row.reason}</Text>
                <Text size="xs" c="dimmed" className="figures" component="div">
                  <InstantText at={row.takenAt} />
                  {` · ${row.changes} changed, ${row.reads} looked at · told: ${row.told.join(', ')}`}
                </Text>
              </Stack>
              <Group gap="md" align="flex-start">
                <div>
                  <ReviewState row={row} />
                </div>
                {row.can['end'] ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={end.running}
                    onClick={() => void end.run({ id: row.id })}
                  >
                    Give back
                  </Button>
                ) : null}
                <Button
                  size="compact-sm"
                  variant={row.can['review'] ? 'filled' : 'default'}
                  onClick={() => show(row.id)}
                >
                  {row.can['review'] ? 'Review' : 'See acts'}
                </Button>
              </Group>
            </Group>
          </Fragment>
        ))}
      </Stack>
    </Section>
  );
}

function ReviewState({ row }: { row: EmergencyRow }) {
  if (row.open) return <Tag tone="info">open now</Tag>;
  if (row.finding)
    return (
      <>
        <Tag tone={row.finding === 'IN_ORDER' ? 'success' : 'danger'}>
          {row.finding === 'IN_ORDER' ? 'in order' : 'not in order'}
        </Tag>
        <Text size="xs" c="dimmed">
          {row.reviewedBy}
        </Text>
      </>
    );
  return (
    <>
      <Tag tone={row.overdue ? 'danger' : 'warning'}>{row.overdue ? 'review overdue' : 'review waits'}</Tag>
      <Text size="xs" c="dimmed">
        {'by '}
        <InstantText at={row.reviewDueAt} />
      </Text>
    </>
  );
}

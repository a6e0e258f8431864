import { icon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { ActionIcon, Button, Checkbox, Group, Stack, Switch, Table } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { SUPER_LEVEL } from '../system-modules.ts';
import type { MatrixDashboard, RoleMatrix } from './role-matrix.ts';
import type { useDashDraft } from './use-dash-draft.tsx';

export type DashDraft = ReturnType<typeof useDashDraft>;

/** One dashboard of a role: its three flags, its place, and its modules. */
export function DashboardCard({
  dashboard: d,
  draft,
  matrix,
  readOnly,
}: {
  dashboard: MatrixDashboard;
  draft: DashDraft;
  matrix: RoleMatrix;
  readOnly: boolean;
}) {
  const installed = new Set(matrix.modules.filter((m) => m.installed).map((m) => m.name));
  const subs = d.subs.filter((s) => installed.has(s.module));
  const held = subs.filter((s) => draft.right(s.module) !== 'NONE').length;
  const [open, setOpen] = useState(false);
  const isOn = d.on || held > 0;
  if (subs.length === 0 && !d.dynamic) return null;
  return (
    <Section
      title={d.name}
      help={`${held} of ${subs.length} modules${d.dynamic ? ', made here' : ''}`}
      actions={
        <Group gap={4}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={readOnly || !isOn}
            aria-label={`Move ${d.name} up`}
            onClick={() => draft.move(d.id, -1)}
          >
            <IconArrowUp {...icon} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={readOnly || !isOn}
            aria-label={`Move ${d.name} down`}
            onClick={() => draft.move(d.id, 1)}
          >
            <IconArrowDown {...icon} />
          </ActionIcon>
        </Group>
      }
    >
      <Stack gap="sm">
        <Group gap="lg">
          <Switch
            label="Active"
            disabled={readOnly || !isOn}
            checked={isOn && d.isActive}
            onChange={(event) => draft.setFlag(d.id, { on: true, isActive: event.currentTarget.checked })}
          />
          <Switch
            label="Default"
            disabled={readOnly || !isOn}
            checked={isOn && d.isDefault}
            onChange={(event) => draft.setFlag(d.id, { on: true, isDefault: event.currentTarget.checked })}
          />
          <Switch
            label={d.isWrite === null ? 'Write (absent: writable)' : 'Write'}
            disabled={readOnly || !isOn}
            checked={isOn && d.isWrite !== false}
            onChange={(event) => draft.setFlag(d.id, { on: true, isWrite: event.currentTarget.checked })}
          />
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen(!open)} aria-expanded={open}>
            {open ? 'Hide modules' : 'Modules'}
          </Button>
        </Group>
        {open ? (
          <Table verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Module</Table.Th>
                <Table.Th w={72} ta="center">
                  View
                </Table.Th>
                <Table.Th w={84} ta="center">
                  Edit
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {subs.map((s) => {
                const right = draft.right(s.module);
                const limit = s.module === SUPER_LEVEL ? 'NONE' : (matrix.ceiling?.[s.module] ?? 'W');
                return (
                  <Table.Tr key={s.id}>
                    <Table.Td>{s.title}</Table.Td>
                    <Table.Td>
                      <Checkbox
                        aria-label={`${d.name}, ${s.title}: view`}
                        styles={{ body: { justifyContent: 'center' } }}
                        disabled={readOnly || (right === 'NONE' && limit === 'NONE')}
                        checked={right !== 'NONE'}
                        onChange={(event) =>
                          draft.setRight(s.module, event.currentTarget.checked ? 'R' : 'NONE')
                        }
                      />
                    </Table.Td>
                    <Table.Td>
                      <Checkbox
                        aria-label={`${d.name}, ${s.title}: edit`}
                        styles={{ body: { justifyContent: 'center' } }}
                        disabled={readOnly || (right !== 'W' && limit !== 'W')}
                        checked={right === 'W'}
                        onChange={(event) =>
                          draft.setRight(s.module, event.currentTarget.checked ? 'W' : 'R')
                        }
                      />
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        ) : null}
      </Stack>
    </Section>
  );
}

/** Where the two stores of rights disagree, each with its repair. */

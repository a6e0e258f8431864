import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Duty, duties } from '../version/sop.states.ts';
import { dutyContract as contract, type DutyCell } from './duty.contract.ts';

type Matrix = OutputOf<typeof contract.matrix>;
type Row = Matrix['rows'][number];

/** /sop/add-roles: which roles may read and must acknowledge which folders and sections. */
export function DutyMatrix() {
  const query = useQuery(contract.matrix, {}, { fresh: 0 });
  return (
    <PageFrame title="SOP roles">
      <QueryState query={query}>{(matrix) => <Grid key={matrix.seen} matrix={matrix} />}</QueryState>
    </PageFrame>
  );
}

const keyOf = (targetId: string, roleId: number): string => `${targetId}:${roleId}`;
/** Names stay in view while roles pass by. */
const STICKS = {
  position: 'sticky',
  insetInlineStart: 0,
  zIndex: 2,
  background: 'var(--mantine-color-body)',
} as const;
const ORDER: readonly (Duty | null)[] = [null, 'ACKNOWLEDGE', 'READ', 'NONE'];
const LETTER: Readonly<Record<Duty, string>> = { NONE: 'N', READ: 'R', ACKNOWLEDGE: 'A' };

function Grid({ matrix }: { matrix: Matrix }) {
  const [changed, setChanged] = useState<ReadonlyMap<string, Duty | null>>(new Map());
  const saved = new Map(matrix.cells.map((one) => [keyOf(one.targetId, one.roleId), one.duty]));
  const own = (targetId: string, roleId: number): Duty | null => {
    const key = keyOf(targetId, roleId);
    return changed.has(key) ? (changed.get(key) ?? null) : (saved.get(key) ?? null);
  };
  const rows = new Map(matrix.rows.map((row) => [row.id, row]));
  const inherited = (row: Row, roleId: number): Duty | null => {
    const above = row.parentId ? rows.get(row.parentId) : undefined;
    return above ? (own(above.id, roleId) ?? inherited(above, roleId)) : null;
  };
  const set = (row: Row, roleId: number, duty: Duty | null) => {
    const key = keyOf(row.id, roleId);
    const next = new Map(changed);
    if ((saved.get(key) ?? null) === duty) next.delete(key);
    else next.set(key, duty);
    setChanged(next);
  };
  const cells: DutyCell[] = [...changed].map(([key, duty]) => {
    const [targetId = '', roleId] = key.split(':');
    return { targetId, roleId: Number(roleId), duty };
  });
  if (matrix.rows.length === 0)
    return <Text c="dimmed">Add folders and sections under Manage SOPs first.</Text>;
  return (
    <Stack gap="md">
      <Text size="sm">
        Select a cell to change it: A must acknowledge, R may read, N neither. A grey letter comes from the
        folder.
      </Text>
      <Section flush>
        <Table.ScrollContainer minWidth={600} maxHeight="65vh">
          <Table stickyHeader aria-label="Duties by role" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th style={{ ...STICKS, minWidth: 160, zIndex: 4 }}>Folder or section</Table.Th>
                {matrix.roles.map((role) => (
                  <Table.Th key={role.id} ta="center" style={{ minWidth: 84, whiteSpace: 'normal' }}>
                    {role.name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {matrix.rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td
                    style={{ ...STICKS, paddingInlineStart: 12 + row.depth * 16 }}
                    fw={row.kind === 'FOLDER' ? 600 : 400}
                  >
                    {row.name}
                  </Table.Td>
                  {matrix.roles.map((role) => (
                    <Table.Td key={role.id} ta="center" p={2}>
                      <Cell
                        label={`${role.name}, ${row.name}`}
                        own={own(row.id, role.id)}
                        inherited={inherited(row, role.id)}
                        changed={changed.has(keyOf(row.id, role.id))}
                        onChange={(duty) => set(row, role.id, duty)}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
      {cells.length > 0 ? (
        <Save cells={cells} seen={matrix.seen} onReset={() => setChanged(new Map())} />
      ) : null}
    </Stack>
  );
}

interface CellProps {
  label: string;
  own: Duty | null;
  inherited: Duty | null;
  changed: boolean;
  onChange: (duty: Duty | null) => void;
}

/** A press takes the next of nothing, A, R, N; the keys of these letters choose directly. */
function Cell({ label, own, inherited, changed, onChange }: CellProps) {
  const shown = own ?? inherited;
  const letters: Readonly<Record<string, Duty | null>> = {
    a: 'ACKNOWLEDGE',
    r: 'READ',
    n: 'NONE',
    Delete: null,
  };
  return (
    <Button
      variant={changed ? 'light' : 'subtle'}
      color="brand"
      {...(own ? {} : { c: 'dimmed' })}
      size="compact-sm"
      aria-label={`${label}: ${shown ? duties[shown] : 'No entry'}${own ? '' : shown ? ', from the folder' : ''}`}
      onClick={() => onChange(ORDER[(ORDER.indexOf(own) + 1) % ORDER.length] ?? null)}
      onKeyDown={(event) => {
        if (event.key in letters) onChange(letters[event.key] ?? null);
      }}
    >
      {shown ? LETTER[shown] : '·'}
    </Button>
  );
}

function Save({ cells, seen, onReset }: { cells: DutyCell[]; seen: string; onReset: () => void }) {
  const [shown, setShown] = useState<{ for: string; text: string } | null>(null);
  const state = JSON.stringify(cells);
  const preview = useCommand(contract.preview, {
    onDone: ({ added, removed, centres }) =>
      setShown({
        for: state,
        text: `Adds ${added} acknowledgements in ${centres === 1 ? '1 centre' : `${centres} centres`}, removes ${removed}.`,
      }),
    onError: (error) => notice.error(error),
  });
  const save = useCommand(contract.save, {
    refresh: ['sop', 'sop-section', 'sop-compliance'],
    onDone: ({ changed }) => notice.ok(changed === 1 ? '1 entry saved.' : `${changed} entries saved.`),
    onError: (error) => notice.error(error),
  });
  const current = shown?.for === state ? shown.text : null;
  return (
    <Group gap="md">
      <Text role="status">
        {current ?? `${cells.length === 1 ? '1 entry' : `${cells.length} entries`} changed.`}
      </Text>
      {current ? (
        <Button loading={save.running} onClick={() => void save.run({ seen, cells })}>
          Save roles
        </Button>
      ) : (
        <Button loading={preview.running} onClick={() => void preview.run({ cells })}>
          Show the effect
        </Button>
      )}
      <Button variant="default" onClick={onReset}>
        Undo
      </Button>
    </Group>
  );
}

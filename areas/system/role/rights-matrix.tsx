import { formatDate } from '@aangan/contract/period.ts';
import { formatCount } from '@aangan/web/format.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import {
  Button,
  Checkbox,
  Group,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { areaTitle } from '../system-look.tsx';
import { SUPER_LEVEL } from '../system-modules.ts';
import type { Right } from './role-delta.ts';
import type { RoleMatrix } from './role-matrix.ts';
import { UNUSED_DAYS } from './role-words.ts';
import { unusedIn } from './unused-rights.ts';
import type { RoleDraft } from './use-role-draft.tsx';

const rank: Readonly<Record<Right, number>> = { NONE: 0, R: 1, W: 2 };
const next = (right: Right, column: 'R' | 'W', on: boolean): Right => {
  if (column === 'W') return on ? 'W' : right === 'W' ? 'R' : right;
  return on ? (right === 'NONE' ? 'R' : right) : 'NONE';
};

/**
 * Areas and modules with View and Edit. Arrow keys move between the boxes, Space ticks, Shift with Space or click ticks
 * the rows in between.
 */
export function RightsMatrix({
  matrix,
  draft,
  readOnly,
}: {
  matrix: RoleMatrix;
  draft: RoleDraft;
  readOnly: boolean;
}) {
  const [q, setQ] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [unusedFirst] = useParam('unused');
  const [onlyUnused, setOnlyUnused] = useState(unusedFirst === '1');
  const unused = unusedIn(matrix);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const table = useRef<HTMLTableElement>(null);
  const last = useRef<string | null>(null);
  const words = q.trim().toLowerCase();
  const shown = matrix.modules.filter(
    (m) =>
      m.installed &&
      `${m.title} ${m.name} ${m.area}`.toLowerCase().includes(words) &&
      (!onlyChanged || draft.changed(m.name)) &&
      (!onlyUnused || unused.has(m.name)),
  );
  const areas = [...new Set(shown.map((m) => m.area))];
  const visible = areas.flatMap((area) => (closed.has(area) ? [] : shown.filter((m) => m.area === area)));
  // Level 1 is the super admins' alone, whoever asks.
  const limit = (module: string): Right =>
    module === SUPER_LEVEL ? 'NONE' : (matrix.ceiling?.[module] ?? 'W');

  const tick = (module: string, column: 'R' | 'W', on: boolean, range: boolean) => {
    const names = visible.map((m) => m.name);
    const [a, b] = [names.indexOf(last.current ?? module), names.indexOf(module)];
    const among = range && a >= 0 ? names.slice(Math.min(a, b), Math.max(a, b) + 1) : [module];
    const targets = new Map<Right, string[]>();
    for (const name of among) {
      const to = next(draft.right(name), column, on);
      if (rank[to] > rank[limit(name)]) continue;
      targets.set(to, [...(targets.get(to) ?? []), name]);
    }
    for (const [to, list] of targets) draft.setRight(list, to);
    last.current = module;
  };
  const steer = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const boxes = [...(table.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])];
    const at = boxes.indexOf(document.activeElement as HTMLInputElement);
    if (at < 0) return;
    event.preventDefault();
    boxes[at + step]?.focus();
  };
  const toggle = (area: string) =>
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(area)) after.add(area);
      return after;
    });
  return (
    <Stack gap={0}>
      <Group gap="sm" p="md">
        <TextInput
          w={{ base: '100%', sm: 220 }}
          placeholder="Search modules"
          aria-label="Search modules"
          leftSection={<IconSearch {...smallIcon} />}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <Switch
          label="Only what I changed"
          checked={onlyChanged}
          onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
        />
        {unused.size > 0 ? (
          <Switch
            label={`Not used in ${UNUSED_DAYS} days (${unused.size})`}
            checked={onlyUnused}
            onChange={(event) => setOnlyUnused(event.currentTarget.checked)}
          />
        ) : null}
        {onlyUnused && !readOnly && unused.size > 0 ? (
          <Button size="xs" variant="default" onClick={() => draft.setRight([...unused], 'NONE')}>
            Untick all of them
          </Button>
        ) : null}
      </Group>
      <Table
        ref={table}
        horizontalSpacing="md"
        verticalSpacing={6}
        onKeyDown={steer}
        aria-label="Rights by module"
      >
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
          {areas.map((area) => (
            <AreaRows
              key={area}
              area={area}
              modules={shown.filter((m) => m.area === area)}
              open={!closed.has(area)}
              toggle={() => toggle(area)}
              draft={draft}
              readOnly={readOnly}
              limit={limit}
              tick={tick}
              countedSince={matrix.countedSince}
            />
          ))}
        </Table.Tbody>
      </Table>
      {shown.length === 0 ? (
        <Text c="dimmed" p="md">
          {onlyChanged ? 'You have changed nothing yet.' : 'No module matches.'}
        </Text>
      ) : null}
    </Stack>
  );
}

interface AreaProps {
  area: string;
  modules: RoleMatrix['modules'];
  open: boolean;
  toggle: () => void;
  draft: RoleDraft;
  readOnly: boolean;
  limit: (module: string) => Right;
  tick: (module: string, column: 'R' | 'W', on: boolean, range: boolean) => void;
  countedSince: string | null;
}

/** 'last used 03-11-2026', 'never used': of what the role holds, and only as far as it was counted. */
function useWords(m: RoleMatrix['modules'][number], countedSince: string | null): string {
  const calls = m.calls30 > 0 ? ` · ${formatCount(m.calls30)} calls in 30 days` : '';
  if (m.right === 'NONE' || countedSince === null) return calls;
  return `${calls} · ${m.lastUsedOn === null ? 'never used by this role' : `last used by this role ${formatDate(m.lastUsedOn)}`}`;
}

function AreaRows({ area, modules, open, toggle, draft, readOnly, limit, tick, countedSince }: AreaProps) {
  const held = modules.filter((m) => draft.right(m.name) !== 'NONE').length;
  return (
    <>
      <Table.Tr>
        <Table.Td colSpan={3} bg="var(--mantine-color-default-hover)">
          <UnstyledButton onClick={toggle} aria-expanded={open}>
            <Group gap="xs">
              {open ? <IconChevronDown {...smallIcon} /> : <IconChevronRight {...smallIcon} />}
              <Text size="sm" fw={500}>
                {areaTitle(area)}
              </Text>
              <Text size="xs" c="dimmed" className="figures">
                {`${held} of ${modules.length}`}
              </Text>
            </Group>
          </UnstyledButton>
        </Table.Td>
      </Table.Tr>
      {open
        ? modules.map((m) => {
            const right = draft.right(m.name);
            const box = (column: 'R' | 'W') => {
              const on = column === 'W' ? right === 'W' : right !== 'NONE';
              return (
                <Checkbox
                  aria-label={`${m.title}: ${column === 'W' ? 'edit' : 'view'}`}
                  checked={on}
                  disabled={readOnly || (!on && rank[column] > rank[limit(m.name)])}
                  onChange={() => undefined}
                  onClick={(event) => tick(m.name, column, !on, event.shiftKey)}
                  styles={{ body: { justifyContent: 'center' } }}
                />
              );
            };
            return (
              <Table.Tr
                key={m.name}
                {...(draft.changed(m.name) ? { bg: 'var(--mantine-primary-color-light)' } : {})}
              >
                <Table.Td>
                  <Group gap="xs">
                    <Text size="sm">{m.title}</Text>
                    {m.stale ? <Tag tone="danger">not in the product any more</Tag> : null}
                    {m.needsStaffApproval ? <Tag tone="info">staff approval</Tag> : null}
                    {m.student ? <Tag tone="neutral">families</Tag> : null}
                    {m.pair === 'W' && m.right === 'R' && !draft.changed(m.name) ? (
                      <Tag tone="warning">dashboard says view only</Tag>
                    ) : null}
                  </Group>
                  <Text size="xs" c="dimmed">
                    {m.name}
                    {useWords(m, countedSince)}
                  </Text>
                </Table.Td>
                <Table.Td>{box('R')}</Table.Td>
                <Table.Td>{box('W')}</Table.Td>
              </Table.Tr>
            );
          })
        : null}
    </>
  );
}

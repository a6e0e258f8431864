import { formatCount } from '@aangan/web/format.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { RightTag } from '../system-look.tsx';
import type { RoleEffect } from './role-delta.ts';

const plural = (n: number, one: string, many = `${one}s`): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;
const rank = { NONE: 0, R: 1, W: 2 } as const;

/** 'Adds 2 modules and 5 screens; affects 214 people'. */
export function effectSentence(effect: RoleEffect): string {
  const more = effect.modules.filter((m) => rank[m.to] > rank[m.from]).length;
  const less = effect.modules.length - more;
  const parts = [
    more + effect.screens.added.length > 0
      ? `adds ${plural(more, 'module')} and ${plural(effect.screens.added.length, 'screen')}`
      : '',
    less + effect.screens.removed.length > 0
      ? `removes ${plural(less, 'module')} and ${plural(effect.screens.removed.length, 'screen')}`
      : '',
  ].filter(Boolean);
  const what = parts.join('; ') || 'changes no right';
  const whom = effect.people.count === 0 ? 'nobody' : plural(effect.people.count, 'person', 'people');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}; affects ${whom}`;
}

/** Everything a change of a role gives and takes, and whom it meets. */
export function EffectPanel({ effect }: { effect: RoleEffect }) {
  return (
    <Stack gap="sm">
      {effect.modules.length > 0 ? (
        <Stack gap={4} maw={560}>
          {effect.modules.map((m) => (
            <Group key={m.module} gap="xs" justify="space-between" wrap="nowrap">
              <Text size="sm">{m.title}</Text>
              <Group gap={4} wrap="nowrap">
                <RightTag right={m.from} />
                <Text size="xs" c="dimmed">
                  to
                </Text>
                <RightTag right={m.to} />
              </Group>
            </Group>
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          No right changes, only the menu or the role’s own words.
        </Text>
      )}
      <Paths title="Screens it opens" paths={effect.screens.added} />
      <Paths title="Screens it closes" paths={effect.screens.removed} />
      {effect.calls.added + effect.calls.removed > 0 ? (
        <Text size="xs" c="dimmed">
          {plural(effect.calls.added, 'API call')} added, {formatCount(effect.calls.removed)} removed
        </Text>
      ) : null}
      {effect.codes.added.length + effect.codes.removed.length > 0 ? (
        <Group gap="xs">
          {effect.codes.added.map((code) => (
            <Tag key={code} tone="success">{`+ ${code}`}</Tag>
          ))}
          {effect.codes.removed.map((code) => (
            <Tag key={code} tone="danger">{`− ${code}`}</Tag>
          ))}
        </Group>
      ) : null}
      <Text size="sm">
        {effect.people.count === 0
          ? 'Nobody holds this role now.'
          : plural(effect.people.count, 'person', 'people')}
        {effect.people.names.length > 0 ? `: ${effect.people.names.join(', ')}` : ''}
        {effect.people.count > effect.people.names.length && effect.people.names.length > 0
          ? ' and others'
          : ''}
      </Text>
      {effect.ownLoss ? (
        <Alert color="warning" title="You would lose this screen.">
          You hold this role yourself.
        </Alert>
      ) : null}
      {effect.conflicts.map((pair) => (
        <Alert key={pair} color="warning" title="Not in one hand">
          {pair}. Write down why it must be.
        </Alert>
      ))}
    </Stack>
  );
}

function Paths({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <details>
      <summary>
        <Text span size="sm">{`${title}: ${paths.length}`}</Text>
      </summary>
      <Stack gap={0} mt={4}>
        {paths.map((path) => (
          <Text key={path} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {path}
          </Text>
        ))}
      </Stack>
    </details>
  );
}

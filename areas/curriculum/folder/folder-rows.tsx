import { smallIcon } from '@aangan/web/ui/icon.ts';
import { ActionIcon, Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** One row under the other, with a line between them and what can be done with each at its end. */
export const Row = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <Group
    justify="space-between"
    wrap="nowrap"
    align="flex-start"
    gap="sm"
    py="xs"
    style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
  >
    <div style={{ minWidth: 0, flex: 1 }}>{children}</div>
    {end ? (
      <Group gap={2} wrap="nowrap">
        {end}
      </Group>
    ) : null}
  </Group>
);

export interface FolderFacts {
  id: string;
  name: string;
  description: string | null;
  items: number;
  classGroup?: string | null;
  active?: boolean;
}

export const FolderRow = ({ folder, to, end }: { folder: FolderFacts; to: string; end?: ReactNode }) => (
  <Row end={end}>
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <IconFolder {...smallIcon} style={{ flexShrink: 0, marginTop: 3 }} aria-hidden />
      <Stack gap={2} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Anchor component={Link} to={to}>
            {folder.name}
          </Anchor>
          {folder.active === false ? (
            <Badge variant="light" color="gray">
              Hidden
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          {[folder.classGroup, folder.items === 1 ? '1 item' : `${folder.items} items`, folder.description]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
    </Group>
  </Row>
);

interface OrderProps {
  name: string;
  ids: readonly string[];
  id: string;
  disabled: boolean;
  onOrder: (ids: string[]) => void;
}

/** Moves a row one place up or down among its neighbours. */
export function OrderButtons({ name, ids, id, disabled, onOrder }: OrderProps) {
  const at = ids.indexOf(id);
  const swap = (with_: number) => {
    const next = [...ids];
    [next[at], next[with_]] = [next[with_] as string, id];
    onOrder(next);
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move up: ${name}`}
        disabled={disabled || at <= 0}
        onClick={() => swap(at - 1)}
      >
        <IconArrowUp {...smallIcon} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move down: ${name}`}
        disabled={disabled || at === ids.length - 1}
        onClick={() => swap(at + 1)}
      >
        <IconArrowDown {...smallIcon} />
      </ActionIcon>
    </>
  );
}

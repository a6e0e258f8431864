import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from './icon.ts';

/**
 * One row under the other, with a line between them and what can be done with each at its end; below it where the words
 * would be squeezed.
 */
export const Line = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <Group
    justify="space-between"
    align="flex-start"
    gap="xs"
    py="xs"
    style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
  >
    <div style={{ minWidth: 0, flex: '1 1 9rem', overflowWrap: 'anywhere' }}>{children}</div>
    {end ? (
      <Group gap={2} wrap="nowrap">
        {end}
      </Group>
    ) : null}
  </Group>
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
  const swap = (other: number) => {
    const next = [...ids];
    [next[at], next[other]] = [next[other] as string, id];
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

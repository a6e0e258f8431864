import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface FolderFacts {
  id: string;
  name: string;
  description: string | null;
  items: number;
  classGroup?: string | null;
  active?: boolean;
}

export const FolderRow = ({ folder, to, end }: { folder: FolderFacts; to: string; end?: ReactNode }) => (
  <Line end={end}>
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
          {[
            folder.classGroup,
            folder.items === 0 ? null : folder.items === 1 ? '1 item' : `${folder.items} items`,
            folder.description,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
    </Group>
  </Line>
);

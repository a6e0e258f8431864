import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { InstantText } from '@aangan/web/ui/values.tsx';
import {
  ActionIcon,
  Button,
  Group,
  Indicator,
  Popover,
  ScrollArea,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { noticeContract } from '../../../areas/shell/profile.contract.ts';
import { isQuiet } from '../profile/own-order.ts';
import { useOwnPreference } from '../profile/own-preference.ts';
import { loadMenu } from '../session-menu.ts';
import { useShell } from '../session-state.ts';

const EVERY_MS = 60_000;

/** Notices of all areas, with the number unread. */
export function Bell() {
  const { phase } = useShell();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const notices = useQuery(
    noticeContract.list,
    { limit: 30 },
    { enabled: phase === 'in', every: EVERY_MS, background: true },
  );
  const read = useCommand(noticeContract.read);
  const quiet = isQuiet(useOwnPreference()?.quiet ?? null, serverNow());
  const unread = notices.data?.unread ?? 0;
  const rows = notices.data?.rows ?? [];
  // Rights that changed reach the menu without signing in again; the server obeys them within a second by itself.
  const changed = notices.data ? (rows.find((row) => row.kind === 'system.rights-changed')?.id ?? '') : null;
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (changed !== null && known.current !== null && known.current !== changed) void loadMenu();
    known.current = changed ?? known.current;
  }, [changed]);
  const open = (id: string, link: string | null) => {
    setOpened(false);
    void read.run({ ids: [id] });
    if (link) void navigate(link);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus>
      <Indicator
        disabled={unread === 0 || quiet}
        label={unread > 99 ? '99+' : unread}
        size={16}
        offset={6}
        color="danger"
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={unread > 0 ? `Notices, ${unread} unread` : 'Notices'}
            onClick={() => setOpened(!opened)}
          >
            <IconBell {...icon} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p="sm">
        <Group justify="space-between" mb="sm">
          <Text fw={600}>Notices</Text>
          {unread > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => void read.run({})}>
              Mark all as read
            </Button>
          )}
        </Group>
        {rows.length === 0 ? (
          <Text c="dimmed" size="sm" py="md" ta="center">
            Nothing new. What needs you will be told here.
          </Text>
        ) : (
          <ScrollArea.Autosize mah={400}>
            <Stack gap={2}>
              {rows.map((row) => (
                <UnstyledButton
                  key={row.id}
                  p="sm"
                  onClick={() => open(row.id, row.link)}
                  style={{ borderRadius: 6, background: row.read ? undefined : 'var(--a-selected)' }}
                >
                  <Text size="sm" fw={row.read ? 400 : 500}>
                    {row.title}
                  </Text>
                  {row.body && (
                    <Text size="xs" c="dimmed" lineClamp={2}>
                      {row.body}
                    </Text>
                  )}
                  <Text size="xs" c="dimmed">
                    <InstantText at={row.at} ago />
                  </Text>
                </UnstyledButton>
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

import { serverNow } from '@aangan/web/api/server-clock.ts';
import { dayOf, formatDay, weekdayOf } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Late, TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useShell } from '../session-state.ts';
import { HomeNotices } from './home-notices.tsx';

/** The home of everybody: what waits, and the way to every screen of the role in use. */
export function Home() {
  const { me, menu, menuReady, modules } = useShell();
  const today = dayOf(serverNow());
  const first = me?.firstName ?? '';
  const roleless = Object.keys(modules).length === 0 && !me?.superAdmin;
  return (
    <PageFrame title={first ? `${greeting()}, ${first}` : greeting()} crumbs={[]}>
      <Text c="dimmed">
        {weekdayOf(today)}, {formatDay(today)}
      </Text>
      <HomeNotices />
      {menuReady && menu.length === 0 ? (
        <EmptyState
          title={roleless ? 'No role yet' : 'Nothing in your menu'}
          help={
            roleless
              ? 'Your sign-in works, but no role has been given to you yet. Ask your administrator.'
              : 'Your role opens no screen of its own. Ask your administrator what you should see here.'
          }
        />
      ) : menuReady || menu.length > 0 ? (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {[...menu]
            .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
            .map((dashboard) => (
              <Section key={dashboard.id} title={dashboard.name}>
                <Stack gap="sm">
                  {dashboard.groups.map((group) => (
                    <div key={group.label}>
                      {dashboard.groups.length > 1 && (
                        <Text size="xs" c="dimmed" fw={500}>
                          {group.label}
                        </Text>
                      )}
                      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px' }}>
                        {group.items.map((item) => (
                          <Anchor key={item.key} component={Link} to={item.link}>
                            {item.label}
                          </Anchor>
                        ))}
                      </div>
                    </div>
                  ))}
                </Stack>
              </Section>
            ))}
        </SimpleGrid>
      ) : (
        <Late>
          <TilesSkeleton tiles={6} />
        </Late>
      )}
    </PageFrame>
  );
}

function greeting(): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', hourCycle: 'h23' }).format(
      serverNow(),
    ),
  );
  return hour < 12 ? 'Good morning' : hour < 17 ? 'Good afternoon' : 'Good evening';
}

import { queryClient } from '@aangan/web/api/query-client.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import type { Screen } from '@aangan/contract/screens.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation, useMatches, useNavigate } from 'react-router';
import { accessContract } from '../../../areas/shell/access.contract.ts';
import { words } from '../sign-in/words.ts';
import { AskForAccess } from './ask-for-access.tsx';
import { RefusalReason } from './refusal-reason.tsx';

/** In the place of a screen whose right was taken while it was open: no reload, and nothing of what it showed stays. */
export function LostAccess({ screen, verdict }: { screen: Screen; verdict: string }) {
  const t = useText(words);
  const { pathname } = useLocation();
  const wanted = {
    title: screen.title,
    path: pathname,
    modules: [screen.module].flat(),
    write: screen.write ?? false,
  };
  const about = useQuery(accessContract.about, { path: pathname, modules: wanted.modules });
  useEffect(() => queryClient.removeQueries({ type: 'inactive' }), []);
  return (
    <PageFrame title={screen.title}>
      <div style={{ maxWidth: 560 }}>
        <Section title={t('noAccess', { title: screen.title })}>
          <Stack gap="md" role="alert">
            <Text>
              <RefusalReason verdict={verdict} write={wanted.write} module={about.data?.modules[0]} />
            </Text>
            <AskForAccess wanted={wanted} asked={about.data?.asked ?? false} />
            <Group>
              <Button component={Link} to="/profile/dashboard" variant="default">
                {t('dashboard')}
              </Button>
            </Group>
          </Stack>
        </Section>
      </div>
    </PageFrame>
  );
}

/** A screen that the newly chosen centre or role does not open: home, and a word about it (shell.md 3.6). */
export function NotHere({ title }: { title: string }) {
  const navigate = useNavigate();
  const t = useText(words);
  useEffect(() => {
    notice.info(t('notHere', { title }));
    void navigate('/profile/dashboard', { replace: true });
  }, [navigate, t, title]);
  return null;
}

/** A part of an open screen was refused: asks for it, without knowing which right is missing. */
export function AskHere() {
  const { pathname } = useLocation();
  const handle: unknown = useMatches().at(-1)?.handle;
  const title =
    typeof handle === 'object' && handle !== null && 'screen' in handle
      ? (handle.screen as Screen).title // put there by the router
      : '';
  const about = useQuery(accessContract.about, { path: pathname, modules: [] });
  return (
    <AskForAccess
      wanted={{ title, path: pathname, modules: [], write: false }}
      asked={about.data?.asked ?? false}
    />
  );
}

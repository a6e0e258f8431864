import { useQuery } from '@aangan/web/api/use-query.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { AskForAccess, type Wanted } from '../../../areas/shell/access/ask-for-access.tsx';
import { RefusalReason } from '../../../areas/shell/access/refusal-reason.tsx';
import { accessContract } from '../../../areas/shell/access.contract.ts';
import { SignInFrame } from '../../../areas/shell/sign-in/sign-in-frame.tsx';
import { words } from '../../../areas/shell/sign-in/words.web.ts';
import { forgetSession, signOut } from '../session.ts';

/** The way to Login with a live session: says what was refused and why, and asks for it (shell.md D3, 11.1). */
export function NoAccess({ onSomeoneElse }: { onSomeoneElse: () => void }) {
  const t = useText(words);
  const [params] = useSearchParams();
  const wanted = wantedIn(useLocation().state, params.get('from') ?? '/');
  const about = useQuery(accessContract.about, { path: wanted.path, modules: wanted.modules });
  const [running, setRunning] = useState(false);
  const verdict = params.get('why') ?? 'no-access';
  const another = () => {
    setRunning(true);
    signOut()
      .catch(() => forgetSession('logout'))
      .finally(onSomeoneElse);
  };
  return (
    <SignInFrame title={t('noAccess', { title: wanted.title || wanted.path })}>
      <Stack gap="md">
        <Text>
          <RefusalReason verdict={verdict} write={wanted.write} module={about.data?.modules[0]} />
        </Text>
        <Button component={Link} to="/profile/dashboard" replace size="md">
          {t('dashboard')}
        </Button>
        <AskForAccess wanted={wanted} asked={about.data?.asked ?? false} />
        <Button variant="default" size="md" onClick={another} loading={running}>
          {t('someoneElse')}
        </Button>
      </Stack>
    </SignInFrame>
  );
}

function wantedIn(state: unknown, from: string): Wanted {
  const path = /^\/(?!\/)/.test(from) ? from.slice(0, 300) : '/';
  const known = typeof state === 'object' && state !== null ? state : {};
  return {
    path,
    title: 'title' in known && typeof known.title === 'string' ? known.title : '',
    modules: 'modules' in known && Array.isArray(known.modules) ? known.modules.map(String).slice(0, 10) : [],
    write: 'write' in known && known.write === true,
  };
}

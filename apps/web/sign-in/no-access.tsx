import { useText } from '@aangan/web/text/text.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { forgetSession, signOut } from '../session.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { words } from './words.ts';

const why = { 'no-access': 'needsModule', 'no-write': 'needsWrite', 'no-approval': 'needsApproval' } as const;

/** The way to Login with a live session: says what was refused and why (shell.md D3). */
export function NoAccess({ onSomeoneElse }: { onSomeoneElse: () => void }) {
  const t = useText(words);
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const [running, setRunning] = useState(false);
  const title =
    typeof state === 'object' && state !== null && 'title' in state && typeof state.title === 'string'
      ? state.title
      : (params.get('from') ?? '');
  const verdict = params.get('why') ?? 'no-access';
  const reason = verdict in why ? why[verdict as keyof typeof why] : 'needsModule';
  const another = () => {
    setRunning(true);
    signOut()
      .catch(() => forgetSession('logout'))
      .finally(onSomeoneElse);
  };
  return (
    <SignInFrame title={t('noAccess', { title })}>
      <Stack gap="md">
        <Text>{t(reason)}</Text>
        <Button component={Link} to="/profile/dashboard" replace size="md">
          {t('dashboard')}
        </Button>
        <Button variant="default" size="md" onClick={another} loading={running}>
          {t('someoneElse')}
        </Button>
      </Stack>
    </SignInFrame>
  );
}

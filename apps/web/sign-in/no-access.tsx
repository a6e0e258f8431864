import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { accessContract } from '../../../areas/shell/access.contract.ts';
import { forgetSession, signOut } from '../session.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { words } from './words.ts';

const why = { 'no-access': 'needsModule', 'no-write': 'needsWrite', 'no-approval': 'needsApproval' } as const;

interface Wanted {
  title: string;
  path: string;
  modules: string[];
  write: boolean;
}

/** The way to Login with a live session: says what was refused and why, and asks for it (shell.md D3, 11.1). */
export function NoAccess({ onSomeoneElse }: { onSomeoneElse: () => void }) {
  const t = useText(words);
  const [params] = useSearchParams();
  const wanted = wantedIn(useLocation().state, params.get('from') ?? '/');
  const about = useQuery(accessContract.about, { path: wanted.path, modules: wanted.modules });
  const [running, setRunning] = useState(false);
  const verdict = params.get('why') ?? 'no-access';
  const reason = verdict in why ? why[verdict as keyof typeof why] : 'needsModule';
  const needed = about.data?.modules[0];
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
          {t(reason)}
          {needed && ` ${t(wanted.write ? 'needsNamedWrite' : 'needsNamed', { module: needed })}`}
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

function AskForAccess({ wanted, asked }: { wanted: Wanted; asked: boolean }) {
  const t = useText(words);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [told, setTold] = useState<number | null>(null);
  const ask = useCommand(accessContract.ask, { onDone: (answer) => setTold(answer.told) });
  if (asked || told !== null)
    return (
      <Alert color="success" variant="light" role="status" p="sm">
        {told ? t('askedTold', { n: told }) : t('asked')}
      </Alert>
    );
  if (!open)
    return (
      <Button variant="default" size="md" onClick={() => setOpen(true)}>
        {t('ask')}
      </Button>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    void ask.run({ ...wanted, reason });
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <Textarea
          label={t('askReason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={ask.error ? (ask.error.fields.reason ?? ask.error.message) : undefined}
          maxLength={300}
          minRows={2}
          autosize
          data-autofocus
        />
        <Button type="submit" size="md" loading={ask.running} disabled={reason.trim().length < 3}>
          {t('askSend')}
        </Button>
      </Stack>
    </form>
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

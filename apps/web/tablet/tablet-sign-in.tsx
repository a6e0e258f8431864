import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { type ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { numericOnly } from '@aangan/web/fields/numeric-only.ts';
import { thisBrowser } from '@aangan/web/local/browser-key.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Anchor, Avatar, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { nextPath } from '../../../areas/shell/sign-in/next-path.ts';
import { ProblemAlert } from '../../../areas/shell/sign-in/problem-alert.tsx';
import { SignInFrame } from '../../../areas/shell/sign-in/sign-in-frame.tsx';
import { unmarkTablet } from '../../../areas/shell/tablet/own-tablet.web.ts';
import { tabletWords } from '../../../areas/shell/tablet/tablet-words.web.ts';
import { tabletContract } from '../../../areas/shell/tablet.contract.ts';
import { openSession } from '../session.ts';
import classes from './tablet.module.css';

type Face = OutputOf<typeof tabletContract.here>['people'][number];

// Photos open for a minute; people come and go during the day.
const FRESH_MS = 45_000;

/** The shared tablet's sign-in: pick a face, type six digits (shell.md 11.5). */
export function TabletSignIn({ next, onOther }: { next: string | null; onOther: () => void }) {
  const t = useText(tabletWords);
  const [chosen, setChosen] = useState<Face | null>(null);
  const here = useQuery<OutputOf<typeof tabletContract.here>, ApiError>({
    queryKey: ['tablet'],
    queryFn: async () => {
      const { device = '' } = await thisBrowser();
      return call(tabletContract.here, { device }, { ownUnauthorised: true });
    },
    refetchInterval: FRESH_MS,
    gcTime: 0,
  });
  // Taken off by the centre meanwhile: an ordinary browser again.
  const gone = here.error?.code === 'tablet.unknown' || here.error?.status === 422;
  const other = (
    <Text ta="center" mt="lg">
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => {
          if (gone) unmarkTablet();
          onOther();
        }}
      >
        {t('other')}
      </Anchor>
    </Text>
  );
  if (chosen)
    return (
      <SignInFrame title={t('hello', { name: chosen.name })} lead={here.data?.centre}>
        <Pin person={chosen} next={next} onBack={() => setChosen(null)} />
      </SignInFrame>
    );
  return (
    <SignInFrame title={t('title')} lead={here.data ? `${here.data.centre} · ${here.data.name}` : undefined}>
      {here.error ? (
        <ErrorState error={here.error} {...(gone ? {} : { retry: () => void here.refetch() })} />
      ) : !here.data ? (
        <TextSkeleton lines={4} />
      ) : here.data.people.length === 0 ? (
        <Text c="dimmed">{t('nobody')}</Text>
      ) : (
        <ul className={classes.faces}>
          {here.data.people.map((person) => (
            <li key={person.id}>
              <button type="button" className={classes.face} onClick={() => setChosen(person)}>
                <Avatar src={person.photoUrl} name={person.name} color="brand" size={64} radius="xl" alt="" />
                {person.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {other}
    </SignInFrame>
  );
}

function Pin({ person, next, onBack }: { person: Face; next: string | null; onBack: () => void }) {
  const t = useText(tabletWords);
  const navigate = useNavigate();
  const [pin, setPin] = useState('');
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (digits: string) => {
    setRunning(true);
    setError(null);
    try {
      const { device = '', key } = await thisBrowser();
      const input = { device, userID: person.id, pin: digits, ...(key ? { key } : {}) };
      const { token } = await call(tabletContract.signIn, input, { ownUnauthorised: true });
      await openSession(token);
      void navigate(nextPath(next), { replace: true });
    } catch (problem) {
      setError(toApiError(problem).message);
      setPin('');
    } finally {
      setRunning(false);
    }
  };
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, 6);
    setPin(digits);
    if (digits.length === 6 && !running) void send(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin.length === 6 && !running) void send(pin);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Group justify="center">
          <Avatar src={person.photoUrl} name={person.name} color="brand" size={88} radius="xl" alt="" />
        </Group>
        <ProblemAlert text={error} />
        <TextInput
          label={t('pin')}
          type="password"
          {...numericOnly()}
          autoComplete="off"
          maxLength={6}
          size="lg"
          value={pin}
          onChange={(event) => type(event.currentTarget.value)}
          disabled={running}
          autoFocus
        />
        <Button variant="default" size="md" onClick={onBack}>
          {t('notMe')}
        </Button>
      </Stack>
    </form>
  );
}

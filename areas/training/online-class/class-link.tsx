import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf, formatDay, formatTime } from '@aangan/web/format.ts';
import { useSecondsUntil } from '@aangan/web/ui/countdown.ts';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useParams } from 'react-router';
import { classLinkContract as contract } from './class-link.contract.ts';

type View = OutputOf<typeof contract.view>;
const TOKEN = /^[A-Za-z0-9_-]{22}$/;
const EVERY_MS = 5_000;

/** /online-class/{referenceID}: a child's way into a class, by the link of a message. */
export function ClassLink() {
  const { referenceID = '' } = useParams();
  const asks = TOKEN.test(referenceID);
  const query = useQuery(contract.view, {}, { link: referenceID, enabled: asks, every: EVERY_MS, fresh: 0 });
  const status = query.error?.status;
  if (!asks || status === 404 || status === 410)
    return (
      <PublicFrame title="Online class" oneLanguage>
        <Text>This link is no longer valid. Ask your centre.</Text>
      </PublicFrame>
    );
  return (
    <PublicFrame title={query.data?.title ?? 'Online class'} oneLanguage>
      <QueryState query={query}>
        {(view) => <Lobby token={referenceID} view={view} again={() => void query.refetch()} />}
      </QueryState>
    </PublicFrame>
  );
}

interface LobbyProps {
  token: string;
  view: View;
  again: () => void;
}

function Lobby({ token, view, again }: LobbyProps) {
  const { step } = view;
  const knock = useCommand(contract.knock, { link: token, onDone: again });
  const join = useCommand(contract.join, {
    link: token,
    onDone: ({ url }) => {
      window.location.assign(url);
    },
  });
  const error = knock.error ?? join.error;
  return (
    <Stack gap="lg">
      <Text>{`For ${view.child}`}</Text>
      <Facts
        items={[
          { label: 'Day', value: formatDay(dayOf(view.startsAt)) },
          { label: 'Time', value: `${formatTime(view.startsAt)} to ${formatTime(view.endsAt)}` },
          { label: 'Class', value: view.sections },
          { label: 'Subject', hidden: view.subject === null, value: view.subject },
          { label: 'Teacher', value: view.host },
        ]}
      />
      {step === 'EARLY' ? <Countdown until={view.opensAt} /> : null}
      {step === 'KNOCK' ? (
        <Button loading={knock.running} onClick={() => void knock.run({})}>
          I am here
        </Button>
      ) : null}
      {step === 'LOBBY' ? (
        <Alert variant="light" role="status">
          Teacher will let you in. Keep this page open.
        </Alert>
      ) : null}
      {step === 'IN' ? (
        <Button loading={join.running} onClick={() => void join.run({})}>
          Join the class
        </Button>
      ) : null}
      {step === 'OVER' ? <Text>This class is over. Thank you.</Text> : null}
      {error ? (
        <Alert color="danger" variant="light" role="alert">
          {error.message}
        </Alert>
      ) : null}
    </Stack>
  );
}

/** Time until the class opens; the page asks by itself whether it has. */
function Countdown({ until }: { until: string }) {
  const left = useSecondsUntil(until) ?? 0;
  return (
    <div>
      <Text>The class opens in</Text>
      <Title order={2}>{leftText(left)}</Title>
    </div>
  );
}

function leftText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const two = (n: number) => String(n).padStart(2, '0');
  const clock = `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return days === 0 ? clock : `${days === 1 ? '1 day' : `${days} days`}, ${clock}`;
}

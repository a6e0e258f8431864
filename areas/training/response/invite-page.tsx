import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock, formatDay } from '@aangan/web/format.ts';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { certificateContract } from '../certificate/certificate.contract.ts';
import { CertificateCheck } from '../certificate/certificate-check.tsx';
import { inviteContract as contract } from './response.contract.ts';

type Invite = OutputOf<typeof contract.open>;
const TOKEN = /^[A-Za-z0-9_-]{22}$/;
const MINUTE = 60_000;

/** /teacher-training/{referenceID}: a trainer from outside by the link of a message, or a certificate by the code on it. */
export function InvitePage() {
  const { referenceID = '' } = useParams();
  const asks = TOKEN.test(referenceID);
  const what = useQuery(certificateContract.what, {}, { link: referenceID, enabled: asks });
  if (!asks || isOver(what.error?.status)) return <NoLink />;
  if (!what.data)
    return (
      <PublicFrame title="Training" oneLanguage>
        <QueryState query={what}>{() => null}</QueryState>
      </PublicFrame>
    );
  return what.data.opens === 'CERTIFICATE' ? (
    <CertificateCheck token={referenceID} />
  ) : (
    <Invited token={referenceID} />
  );
}

const isOver = (status: number | undefined): boolean => status === 404 || status === 410;
const NoLink = () => (
  <PublicFrame title="Training" oneLanguage>
    <Text>This link is no longer valid. Ask your centre.</Text>
  </PublicFrame>
);

function Invited({ token }: { token: string }) {
  const query = useQuery(contract.open, {}, { link: token, every: MINUTE });
  if (isOver(query.error?.status)) return <NoLink />;
  return (
    <PublicFrame title={query.data?.title ?? 'Training'} oneLanguage>
      <QueryState query={query}>
        {(invite) => <Invitation token={token} invite={invite} again={() => void query.refetch()} />}
      </QueryState>
    </PublicFrame>
  );
}

const places = { ONLINE: 'Online', CLASSROOM: '', HYBRID: 'Online, or ' } as const;

function Invitation({ token, invite, again }: { token: string; invite: Invite; again: () => void }) {
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const answer = useCommand(contract.answer, {
    link: token,
    onDone: () => {
      setDeclining(false);
      again();
    },
  });
  const days =
    invite.fromDate === invite.toDate
      ? formatDay(invite.fromDate)
      : `${formatDay(invite.fromDate)} to ${formatDay(invite.toDate)}`;
  return (
    <Stack gap="lg">
      <Text>{`${invite.name}, you are invited as ${invite.part}.`}</Text>
      {invite.description ? <Text>{invite.description}</Text> : null}
      <Facts
        items={[
          { label: 'Day', value: days },
          { label: 'Time', value: `${formatClock(invite.fromTime)} to ${formatClock(invite.toTime)}` },
          { label: 'Place', value: `${places[invite.mode]}${invite.venue ?? ''}` },
          { label: 'Organizer', value: invite.organizer },
        ]}
      />
      <Standing invite={invite} />
      {invite.joinUrl ? (
        <Button component="a" href={invite.joinUrl} target="_blank" rel="noopener noreferrer">
          Join Meeting
        </Button>
      ) : null}
      {answer.error ? (
        <Alert color="danger" variant="light" role="alert">
          {answer.error.fields?.['reason'] ?? answer.error.message}
        </Alert>
      ) : null}
      {declining ? (
        <Stack gap="md">
          <Textarea
            label="Reason"
            maxLength={300}
            autosize
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button
              color="danger"
              loading={answer.running}
              onClick={() => void answer.run({ response: 'DECLINED', reason: reason.trim() || null })}
            >
              Reject
            </Button>
            <Button variant="subtle" onClick={() => setDeclining(false)}>
              Back
            </Button>
          </Group>
        </Stack>
      ) : (
        <Group gap="sm">
          {invite.can.accept ? (
            <Button loading={answer.running} onClick={() => void answer.run({ response: 'ACCEPTED' })}>
              Accept
            </Button>
          ) : null}
          {invite.can.decline ? (
            <Button variant="default" onClick={() => setDeclining(true)}>
              Reject
            </Button>
          ) : null}
        </Group>
      )}
    </Stack>
  );
}

function Standing({ invite }: { invite: Invite }) {
  if (invite.status === 'CANCELLED')
    return (
      <Alert color="danger" variant="light">
        This training is cancelled.
      </Alert>
    );
  if (invite.status === 'COMPLETED') return <Text>This training is over. Thank you.</Text>;
  if (invite.response === 'DECLINED') return <Text>You have rejected the invitation.</Text>;
  if (invite.response === 'PENDING') return null;
  return (
    <Text>
      {invite.meetsOnline && !invite.joinUrl
        ? 'You have accepted. The meeting opens here 15 minutes before it begins.'
        : 'You have accepted.'}
    </Text>
  );
}

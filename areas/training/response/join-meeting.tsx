import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatTime } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { meetingInfoContract as contract } from './response.contract.ts';

const Room = part(() => import('../meeting/room.tsx'), 'Room');

/** /trainer-led/join/{referenceID}: a room of our own, or the way into a meeting that another service holds. */
export function JoinMeeting() {
  const { referenceID = '' } = useParams();
  const query = useQuery(contract.meeting, { referenceID }, { fresh: 0 });
  return (
    <PageFrame title={query.data?.title ?? 'Meeting'} crumbs={[{ label: 'Trainings', to: '/trainer-led' }]}>
      <QueryState query={query}>
        {({ url, sends, ...meeting }) =>
          url === null ? (
            <Suspense fallback={<TextSkeleton />}>
              <Room referenceID={referenceID} sends={sends} />
            </Suspense>
          ) : (
            <Elsewhere referenceID={referenceID} meeting={meeting} url={url} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

interface ElsewhereProps {
  referenceID: string;
  meeting: Omit<OutputOf<typeof contract.meeting>, 'url' | 'sends'>;
  url: string;
}

function Elsewhere({ referenceID, meeting: { startsAt, endsAt, part: own }, url }: ElsewhereProps) {
  const join = useCommand(contract.join, { refresh: ['teacher-training', 'online-meeting'], behind: true });
  return (
    <Section>
      <Stack gap="md" align="flex-start">
        <Facts
          items={[
            { label: 'From', value: formatTime(startsAt) },
            { label: 'To', value: formatTime(endsAt) },
            { label: 'You are', value: own },
            { label: 'Held at', value: new URL(url).host },
          ]}
        />
        <Text c="dimmed">The meeting opens in another tab. Your trainer marks who was there.</Text>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => void join.run({ referenceID })}
        >
          Open the meeting
        </Button>
      </Stack>
    </Section>
  );
}

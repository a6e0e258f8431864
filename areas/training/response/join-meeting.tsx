import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatTime } from '@aangan/web/format.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { meetingInfoContract as contract } from './response.contract.ts';

/** /trainer-led/join/{referenceID}: the way into a meeting that another service holds. */
export function JoinMeeting() {
  const { referenceID = '' } = useParams();
  const query = useQuery(contract.meeting, { referenceID }, { fresh: 0 });
  const join = useCommand(contract.join, { refresh: ['teacher-training', 'online-meeting'], behind: true });
  return (
    <PageFrame title={query.data?.title ?? 'Meeting'} crumbs={[{ label: 'Trainings', to: '/trainer-led' }]}>
      <QueryState query={query}>
        {({ startsAt, endsAt, url, part }) => (
          <Section>
            <Stack gap="md" align="flex-start">
              <Facts
                items={[
                  { label: 'From', value: formatTime(startsAt) },
                  { label: 'To', value: formatTime(endsAt) },
                  { label: 'You are', value: part },
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
        )}
      </QueryState>
    </PageFrame>
  );
}

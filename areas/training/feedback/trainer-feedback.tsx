import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { trainingModules as m } from '../modules.ts';
import { feedbackContract as contract, type FeedbackPart } from './feedback.contract.ts';
import { TOO_FEW } from './feedback.states.ts';

/** /trainer-led/indiviual-trainer-feedback-report/{trainingID}/{trainerID} */
export function TrainerFeedback() {
  const { trainingID = '', trainerID = '' } = useParams();
  const query = useQuery(contract.ofTrainer, { trainingId: trainingID, trainerId: trainerID }, { fresh: 0 });
  const reports = useSession().holds(m.trainingByTrainersReport, false);
  return (
    <PageFrame
      title={query.data ? `Feedback on ${query.data.trainer}` : 'Feedback on a trainer'}
      crumbs={[
        reports
          ? { label: 'Trainer feedback', to: '/trainer-led/trainer-feedback-report' }
          : { label: 'Trainings', to: '/trainer-led' },
      ]}
    >
      <QueryState query={query}>
        {(found) => (
          <Stack gap="md">
            <Section>
              <Facts
                items={[
                  { label: 'Training', value: `${found.title}, ${found.code}` },
                  {
                    label: 'Days',
                    value:
                      found.fromDate === found.toDate
                        ? formatDay(found.fromDate)
                        : `${formatDay(found.fromDate)} to ${formatDay(found.toDate)}`,
                  },
                  { label: 'Role', value: found.kind },
                  { label: 'Attended', value: found.attended },
                ]}
              />
            </Section>
            <Answers title="About the trainer" part={found.about} attended={found.attended} />
            <Answers title="About the training" part={found.training} attended={found.attended} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Answers({ title, part, attended }: { title: string; part: FeedbackPart; attended: number }) {
  return (
    <Section title={title} help={`${part.answers} of ${attended} answered.`}>
      {part.tooFew ? (
        <Text c="dimmed">{TOO_FEW}</Text>
      ) : (
        <Stack gap="lg">
          {part.questions.map((one) => (
            <Stack key={one.text} gap="xs">
              <Group justify="space-between" gap="sm">
                <Text fw={600}>{one.text}</Text>
                <Text>{one.mean === null ? '–' : `${one.mean.toFixed(2)} of 5`}</Text>
              </Group>
              {one.counts
                .map((n, i) => ({ n, stars: i + 1 }))
                .reverse()
                .map(({ n, stars }) => (
                  <Group key={stars} gap="sm" wrap="nowrap">
                    <Text size="sm" w={16}>
                      {stars}
                    </Text>
                    <Progress
                      value={
                        (n * 100) /
                        Math.max(
                          1,
                          one.counts.reduce((sum, count) => sum + count, 0),
                        )
                      }
                      size="md"
                      style={{ flex: 1 }}
                      aria-label={`${n} gave ${stars}`}
                    />
                    <Text size="sm" w={32} ta="end">
                      {n}
                    </Text>
                  </Group>
                ))}
            </Stack>
          ))}
          {part.comments.length > 0 ? (
            <div>
              <Text fw={600}>Comments, in no particular order</Text>
              {part.comments.map((text, i) => (
                // Two people may write the same.
                <Line key={i}>
                  <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
                </Line>
              ))}
            </div>
          ) : null}
        </Stack>
      )}
    </Section>
  );
}

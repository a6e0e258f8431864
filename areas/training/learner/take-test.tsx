import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Button, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { learnerContract as contract, type LearnerTest } from './learner.contract.ts';
import { attemptLink } from './learner-links.ts';

interface TakeTestProps {
  test: LearnerTest;
  enrollmentId: string;
  second?: string;
}

/** A test with its rules, and the way into it where it may be taken now. */
export function TakeTest({ test, enrollmentId, second }: TakeTestProps) {
  const navigate = useNavigate();
  const start = useCommand(contract.startAttempt, {
    onDone: ({ id }) => void navigate(attemptLink(enrollmentId, id)),
    onError: (error) => notice.error(error),
  });
  return (
    <Line
      end={
        test.can.start ? (
          <Button
            size="xs"
            loading={start.running}
            onClick={() => void start.run({ enrollmentId, assessmentId: test.id })}
          >
            {test.openAttemptId === null ? 'Take test' : 'Go on'}
          </Button>
        ) : null
      }
    >
      <Text fw={600}>{test.title}</Text>
      <Text size="sm" c="dimmed">
        {[
          second,
          test.type,
          `${test.questions} ${test.questions === 1 ? 'question' : 'questions'}`,
          `passed from ${formatPercent(test.passBp)}`,
          test.timeLimitMin === null ? null : `${test.timeLimitMin} minutes`,
          test.attemptsLeft === null || test.passed
            ? null
            : `${test.attemptsLeft} ${test.attemptsLeft === 1 ? 'attempt' : 'attempts'} left`,
          test.bestBp === null ? null : `best ${formatPercent(test.bestBp)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {test.why === null ? null : <Text size="sm">{test.why}</Text>}
    </Line>
  );
}

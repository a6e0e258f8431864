import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { RingProgress, Text } from '@mantine/core';
import { progressText } from '../progress/progress-text.ts';
import type { Course } from './learner.contract.ts';

/** How far somebody is, as a ring with its figure. */
export const Ring = ({ progressBp }: { progressBp: number }) => (
  <RingProgress
    size={56}
    thickness={6}
    aria-label={`${progressText(progressBp)} done`}
    sections={[{ value: progressBp / 100, color: progressBp === 10_000 ? 'success' : 'info' }]}
    label={
      <Text ta="center" size="xs" className="figures">
        {Math.floor(progressBp / 100)}
      </Text>
    }
  />
);

/** Until when, or since when it is done. */
export const dueOf = ({ status, dueOn, overdue, completedAt }: Course) => {
  if (status === 'COMPLETED')
    return (
      <>
        Completed <InstantText at={completedAt} />
      </>
    );
  if (dueOn === null) return null;
  return overdue ? (
    <Text span inherit c="var(--a-danger-text)">
      Overdue since <DateText day={dueOn} />
    </Text>
  ) : (
    <>
      Due <DateText day={dueOn} />
    </>
  );
};

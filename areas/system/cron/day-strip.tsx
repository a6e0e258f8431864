import { formatTime } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Group, Text, Tooltip } from '@mantine/core';
import type { CronRun } from './cron.contract.ts';
import { stateLabels } from './cron-words.ts';
import classes from './day-strip.module.css';

interface StripRun {
  job: string;
  title: string;
  at: string;
  state: CronRun['state'];
  failed: number;
}

const tones: Readonly<Record<CronRun['state'], string>> = {
  COMPLETED: 'success',
  IN_PROGRESS: 'info',
  NOT_STARTED: 'neutral',
  INTERRUPTED: 'danger',
};

/** Minutes since midnight in India. */
const minuteOf = (at: string): number => (Math.floor(Date.parse(at) / 60_000) + 330) % 1440;

/** The runs of today on 24 hours; jobs that come every few minutes stand there only when something was wrong. */
export function DayStrip({ runs }: { runs: readonly StripRun[] }) {
  return (
    <Section
      title="Today"
      help={`${runs.length === 1 ? '1 run' : `${runs.length} runs`}, without those that come every few minutes and went well`}
    >
      <div
        className={classes.strip}
        role="img"
        aria-label={`${runs.length} runs of today on a line of 24 hours`}
      >
        {runs.map((run) => (
          <Tooltip
            key={`${run.job} ${run.at}`}
            label={`${run.title}, ${formatTime(run.at)}: ${stateLabels[run.state]}${run.failed > 0 ? `, ${run.failed} failed` : ''}`}
          >
            <span
              className={classes.mark}
              data-tone={run.failed > 0 && run.state === 'COMPLETED' ? 'warning' : tones[run.state]}
              style={{ left: `${(minuteOf(run.at) / 1440) * 100}%` }}
            />
          </Tooltip>
        ))}
        <span
          className={classes.now}
          style={{ left: `${(minuteOf(new Date().toISOString()) / 1440) * 100}%` }}
        />
      </div>
      <Group justify="space-between" mt={4} aria-hidden="true">
        {['00:00', '06:00', '12:00', '18:00', '24:00'].map((hour) => (
          <Text key={hour} size="xs" c="dimmed" className="figures">
            {hour}
          </Text>
        ))}
      </Group>
    </Section>
  );
}

import type { Tone } from '@aangan/web/theme.ts';
import classes from '../network.module.css';
import { bandOf } from './health-score.ts';

const TONES = { GREEN: 'success', AMBER: 'warning', RED: 'danger' } as const;
const RADIUS = 15;
const AROUND = 2 * Math.PI * RADIUS;

export const toneOfHealth = (score: number | null): Tone =>
  score === null ? 'neutral' : TONES[bandOf(score)];

/** A centre's health as a ring with its number; '–' before the first night. */
export function HealthRing({ score, size = 34 }: { score: number | null; size?: number }) {
  return (
    <svg
      className={classes.health}
      data-tone={toneOfHealth(score)}
      width={size}
      height={size}
      viewBox="0 0 36 36"
      role="img"
      aria-label={score === null ? 'Health not counted yet' : `Health ${score} of 100`}
    >
      <circle className={classes.healthTrack} cx="18" cy="18" r={RADIUS} />
      {score === null ? null : (
        <circle
          className={classes.healthArc}
          cx="18"
          cy="18"
          r={RADIUS}
          strokeDasharray={`${(AROUND * score) / 100} ${AROUND}`}
          transform="rotate(-90 18 18)"
        />
      )}
      <text className={classes.healthText} x="18" y="18" dy="0.36em" textAnchor="middle">
        {score ?? '–'}
      </text>
    </svg>
  );
}

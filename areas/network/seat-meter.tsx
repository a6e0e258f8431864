import type { Tone } from '@aangan/web/theme.ts';
import classes from './network.module.css';

/** Children placed against licensed seats: a bar and both numbers. */
export function SeatMeter({ name, seats, enrolled }: { name: string; seats: number; enrolled: number }) {
  const share = seats === 0 ? (enrolled > 0 ? 1 : 0) : Math.min(1, enrolled / seats);
  const tone: Tone =
    enrolled > seats ? 'danger' : share >= 0.85 ? 'success' : share >= 0.5 ? 'info' : 'warning';
  return (
    <div className={classes.meter}>
      <span>{name}</span>
      <span className={classes.meterTrack} aria-hidden="true">
        <span
          className={classes.bar}
          data-tone={tone}
          style={{ top: 0, bottom: 0, left: 0, width: `${share * 100}%` }}
        />
      </span>
      <span className="figures">
        {enrolled} / {seats}
      </span>
    </div>
  );
}

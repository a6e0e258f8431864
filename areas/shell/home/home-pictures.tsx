import { formatDay } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Late } from '@aangan/web/ui/skeletons.tsx';
import { Anchor, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './home.module.css';
import { figureText, type HomeCard, type HomePoint, linkOf } from './use-home-cards.web.ts';

/** A figure with its parts; every part opens its own rows. */
export function Picture({ card, retry }: { card: HomeCard; retry: () => void }) {
  const { figure } = card;
  const points = figure?.points ?? [];
  return (
    <div data-card={card.key} className={classes.picture}>
      <Section
        title={card.title}
        help={helpOf(card)}
        actions={
          figure && (
            <Anchor component={Link} to={linkOf(card)} className={classes.total}>
              <span className="figures">{figureText(card, figure.n, figure.more ?? false)}</span>
            </Anchor>
          )
        }
      >
        {card.state === 'FAILED' ? (
          <p className={classes.empty}>
            This could not be counted.{' '}
            <button type="button" className="link-button" onClick={retry}>
              Try again
            </button>
          </p>
        ) : card.state === 'LATE' ? (
          <Late>
            <Skeleton height={160} />
          </Late>
        ) : points.length === 0 ||
          (card.picture !== 'seats' && points.every((point) => point.n === 0 && card.picture !== 'names')) ? (
          <p className={classes.empty}>Nothing in this time.</p>
        ) : (
          drawing(card, points)
        )}
      </Section>
    </div>
  );
}

function helpOf(card: HomeCard): string | undefined {
  const { figure } = card;
  if (figure?.note) return figure.note;
  return figure?.before ? `${figureText(card, figure.before.n)} ${figure.before.period}` : undefined;
}

function drawing(card: HomeCard, points: readonly HomePoint[]): ReactNode {
  if (card.picture === 'days') return <Days card={card} points={points} />;
  if (card.picture === 'names') return <Names card={card} points={points} />;
  return <Bars card={card} points={points} />;
}

const NAMES = ['today', 'tomorrow'];

function Names({ card, points }: { card: HomeCard; points: readonly HomePoint[] }) {
  const left = (card.figure?.n ?? 0) - points.length;
  return (
    <ul className={classes.names}>
      {points.map((point) => (
        <li key={point.label}>
          <span>{point.label}</span>
          <span className="quiet">{NAMES[point.n] ?? `in ${point.n} days`}</span>
        </li>
      ))}
      {left > 0 && (
        <li>
          <Anchor component={Link} to={linkOf(card)}>
            {left} more
          </Anchor>
        </li>
      )}
    </ul>
  );
}

/** Where they do not fit, the newest days are seen first. */
const showLast = (list: HTMLElement | null) => {
  if (list) list.scrollLeft = list.scrollWidth;
};

/** Columns by day; each is a link, so that a finger or a key opens the day. */
function Days({ card, points }: { card: HomeCard; points: readonly HomePoint[] }) {
  const most = Math.max(1, ...points.map((point) => point.n));
  return (
    <ol ref={showLast} className={classes.days} aria-label={card.title}>
      {points.map((point, i) => (
        <li key={point.label}>
          <Link
            to={linkOf(card, point)}
            title={`${point.label}: ${figureText(card, point.n)}`}
            aria-label={`${point.label}: ${figureText(card, point.n)}`}
          >
            <span className={classes.column}>
              <span
                className={i === points.length - 1 ? `${classes.fill} ${classes.now}` : classes.fill}
                style={{ height: `${(point.n / most) * 100}%` }}
              />
            </span>
            <span className={classes.day}>{point.label.split(' ')[0]}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function Bars({ card, points }: { card: HomeCard; points: readonly HomePoint[] }) {
  const most = Math.max(1, ...points.map((point) => Math.max(point.n, point.of ?? 0)));
  return (
    <ol className={classes.bars} aria-label={card.title}>
      {points.map((point) => (
        <li key={point.label}>
          <Link to={linkOf(card, point)}>
            <span className={classes.name} title={point.label}>
              {point.label}
            </span>
            <span className={classes.track}>
              {point.of !== undefined && (
                <span className={classes.room} style={{ width: `${(point.of / most) * 100}%` }} />
              )}
              <span className={classes.part} style={{ width: `${(point.n / most) * 100}%` }} />
            </span>
            <span className={`${classes.value} figures`}>
              {figureText(card, point.n)}
              {point.of !== undefined && <span className="quiet"> of {point.of}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** "Saturday, 21-11-2026". */
export const dayLine = (weekday: string, day: string): string => `${weekday}, ${formatDay(day)}`;
